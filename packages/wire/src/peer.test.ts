import { describe, expect, it } from 'vitest';
import type { HandlersFor } from './control/index.js';
import { AgentError } from './errors.js';
import { Peer, type PeerOptions } from './peer.js';
import { memoryPair } from './transport/memory.js';
import type { Transport, WireMessage } from './transport/transport.js';

const hostHandlers: HandlersFor<'host'> = {
  can_use_tool: () => ({ behavior: 'deny', message: 'no' }),
  hook_callback: () => ({}),
  mcp_message: () => ({}),
  elicitation: () => ({ action: 'decline' }),
  mcp_auth: () => ({}),
};

/** A host peer whose other end is in the hands of the test. */
function openHost(options: Partial<PeerOptions<'host'>> = {}) {
  const [ours, theirs] = memoryPair();
  const problems: AgentError[] = [];
  const messages: WireMessage[] = [];
  const peer = new Peer<'host'>({
    transport: ours,
    handlers: { ...hostHandlers, ...options.handlers },
    onMessage: (message) => void messages.push(message),
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  const running = peer.run();
  const sent = theirs.incoming[Symbol.asyncIterator]();
  const next = async () => (await sent.next()).value as WireMessage & { request_id: string };
  const answer = (id: string, response: object) => theirs.send({ type: 'control_response', response: { request_id: id, ...response } });
  return { peer, ours, theirs, running, problems, messages, next, answer };
}

/** Lets everything that is ready happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const ask = (id: string, subtype = 'can_use_tool'): WireMessage => ({
  type: 'control_request',
  request_id: id,
  request: { subtype, tool_name: 'Bash', input: {}, tool_use_id: `toolu_${id}` },
});

describe('our requests', () => {
  it('are matched with their answers, in whatever order these come', async () => {
    const { peer, next, answer } = openHost();
    const [one, two] = [peer.request('set_model', { model: 'a' }), peer.request('set_model', { model: 'b' })];
    const [first, second] = [await next(), await next()];
    expect(first).toEqual({ type: 'control_request', request_id: first.request_id, request: { subtype: 'set_model', model: 'a' } });
    expect(peer.waiting).toBe(2);
    await answer(second.request_id, { subtype: 'success', response: { model: 'B' } });
    await answer(first.request_id, { subtype: 'success', response: { model: 'A' } });
    expect(await Promise.all([one, two])).toEqual([{ model: 'A' }, { model: 'B' }]);
    expect(peer.waiting).toBe(0);
  });

  it('take no answer at all for an empty one', async () => {
    const { peer, next, answer } = openHost();
    const request = peer.request('interrupt', {});
    await answer((await next()).request_id, { subtype: 'success' });
    expect(await request).toEqual({});
  });

  it('reject with what the other side says', async () => {
    const { peer, next, answer } = openHost();
    const request = peer.request('mcp_reconnect', { serverName: 'x' });
    await answer((await next()).request_id, { subtype: 'error', error: 'Server not found: x' });
    await expect(request).rejects.toMatchObject({
      code: 'request_failed',
      message: 'Server not found: x',
      data: { subtype: 'mcp_reconnect' },
    });
  });

  it.each([
    ['a result of the wrong shape', { subtype: 'success', response: { mcpServers: 'none' } }, /answer to mcp_status: mcpServers/],
    ['a result that is no object', { subtype: 'success', response: 'yes' }, /answer to mcp_status/],
    ['an error without a text', { subtype: 'error' }, /The answer to "mcp_status" makes no sense/],
    ['a kind of answer nobody knows', { subtype: 'perhaps' }, /makes no sense/],
  ])('reject at once when answered with %s', async (_, response, text) => {
    const { peer, next, answer } = openHost();
    const request = peer.request('mcp_status', {});
    await answer((await next()).request_id, response);
    await expect(request).rejects.toMatchObject({ code: 'invalid_message', message: expect.stringMatching(text) as string });
    expect(peer.waiting).toBe(0);
  });

  it('are withdrawn by their signal; a late answer is only noted', async () => {
    const { peer, next, answer, problems } = openHost();
    const controller = new AbortController();
    const request = peer.request('mcp_status', {}, { signal: controller.signal });
    const { request_id } = await next();
    controller.abort(new Error('enough'));
    await expect(request).rejects.toMatchObject({ code: 'request_cancelled', cause: new Error('enough') });
    expect(await next()).toEqual({ type: 'control_cancel_request', request_id });
    await answer(request_id, { subtype: 'success', response: { mcpServers: [] } });
    await settle();
    expect(problems).toMatchObject([{ code: 'invalid_message', message: `An answer to no open request: ${request_id}` }]);
  });

  it('are not sent when their signal has aborted before', async () => {
    const { peer, theirs, next } = openHost();
    await expect(peer.request('interrupt', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'request_cancelled' });
    await peer.send({ type: 'keep_alive' });
    expect(await next()).toEqual({ type: 'keep_alive' });
    expect(theirs.signal.aborted).toBe(false);
  });

  it('are withdrawn at once even while their sending is held back', async () => {
    const { peer } = openHost();
    const controller = new AbortController();
    const filling = Array.from({ length: 300 }, () => peer.send({ type: 'keep_alive' }));
    const request = peer.request('interrupt', {}, { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'request_cancelled' });
    expect(filling).toHaveLength(300);
  });

  it('use the ids they are given', async () => {
    const { peer, next } = openHost({ newId: () => 'mine' });
    peer.request('interrupt', {}).catch(() => undefined);
    expect(await next()).toMatchObject({ request_id: 'mine' });
  });

  it.each([
    ['the other side ends', (host: ReturnType<typeof openHost>) => host.theirs.end()],
    ['the other side closes', (host: ReturnType<typeof openHost>) => host.theirs.close()],
    ['this side closes', (host: ReturnType<typeof openHost>) => host.ours.close()],
  ])('all reject when %s, and so does the next one', async (_, finish) => {
    const host = openHost();
    const requests = [host.peer.request('mcp_status', {}), host.peer.request('interrupt', {})];
    await finish(host);
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as AgentError).code)).toEqual([
      'transport_closed',
      'transport_closed',
    ]);
    await host.running;
    await host.peer.whenIdle();
    await expect(host.peer.request('interrupt', {})).rejects.toMatchObject({ code: 'transport_closed', data: { subtype: 'interrupt' } });
  });

  it('get an answer that was given right before the other side closed', async () => {
    const { peer, next, answer, theirs } = openHost();
    const request = peer.request('mcp_status', {});
    const { request_id } = await next();
    void answer(request_id, { subtype: 'success', response: { mcpServers: [] } });
    void theirs.close();
    expect(await request).toEqual({ mcpServers: [] });
  });

  it('are given up when the connection closes while a message is held back', async () => {
    const { peer, theirs, next } = openHost({ onMessage: () => new Promise(() => undefined) });
    const request = peer.request('mcp_status', {});
    await next();
    await theirs.send({ type: 'assistant' });
    await settle();
    await theirs.close();
    await expect(request).rejects.toMatchObject({ code: 'transport_closed' });
  });
});

describe('requests of the other side', () => {
  it('are answered by their handler, with the parameters as they came', async () => {
    const seen: unknown[] = [];
    const { theirs, next } = openHost({
      handlers: {
        ...hostHandlers,
        can_use_tool: (params, { requestId }) => {
          seen.push(params, requestId);
          return { behavior: 'allow' };
        },
      },
    });
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' }, tool_use_id: 't', field_to_come: 1 };
    await theirs.send({ type: 'control_request', request_id: 'q', request });
    expect(await next()).toEqual({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'q', response: { behavior: 'allow' } },
    });
    expect(seen).toEqual([request, 'q']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('callback broke');
      },
      'callback broke',
    ],
    ['rejects', () => Promise.reject(new Error('callback broke')), 'callback broke'],
    ['throws a text', () => Promise.reject('just a text'), 'just a text'],
  ])('are answered with an error when the handler %s', async (_, handler, error) => {
    const { theirs, next, peer } = openHost({ handlers: { ...hostHandlers, can_use_tool: handler } });
    await theirs.send(ask('q'));
    expect(await next()).toEqual({ type: 'control_response', response: { subtype: 'error', request_id: 'q', error } });
    await peer.whenIdle();
    expect(peer.answering).toBe(0);
  });

  it.each(['a_subtype_to_come', 'toString', '__proto__', 'initialize'])('are refused when nobody handles them: %s', async (subtype) => {
    const { theirs, next } = openHost();
    await theirs.send(ask('q', subtype));
    expect(await next()).toEqual({
      type: 'control_response',
      response: { subtype: 'error', request_id: 'q', error: `Unknown control request: ${subtype}` },
    });
  });

  it('are refused when their parameters are wrong', async () => {
    const { theirs, next } = openHost();
    await theirs.send({ type: 'control_request', request_id: 'q', request: { subtype: 'can_use_tool', tool_name: 1 } });
    expect(await next()).toMatchObject({
      response: { subtype: 'error', request_id: 'q', error: expect.stringMatching(/^can_use_tool: tool_name: /) as string },
    });
  });

  it('are answered with an error when the result cannot be sent', async () => {
    const [ours, theirs] = memoryPair();
    const strict: Transport = {
      ...pick(ours),
      send: (message) => (JSON.stringify(message).includes('junk') ? Promise.reject(new Error('cannot be written')) : ours.send(message)),
    };
    const peer = new Peer<'host'>({
      transport: strict,
      handlers: { ...hostHandlers, mcp_message: () => ({ mcp_response: { junk: true } }) },
      onMessage: () => undefined,
    });
    void peer.run();
    await theirs.send({ type: 'control_request', request_id: 'q', request: { subtype: 'mcp_message', server_name: 's', message: {} } });
    const { value } = await theirs.incoming[Symbol.asyncIterator]().next();
    expect(value).toEqual({ type: 'control_response', response: { subtype: 'error', request_id: 'q', error: 'cannot be written' } });
  });

  it('with an id that is still open are noted and not run again', async () => {
    const asked: string[] = [];
    const { theirs, problems } = openHost({
      handlers: { ...hostHandlers, can_use_tool: ({ tool_use_id }) => (asked.push(tool_use_id), new Promise(() => undefined)) },
    });
    await theirs.send(ask('same'));
    await theirs.send(ask('same'));
    await settle();
    expect(asked).toEqual(['toolu_same']);
    expect(problems).toMatchObject([{ message: 'A request with an id that is still open: same' }]);
  });

  it('may use an id again once it was answered', async () => {
    const { theirs, next } = openHost();
    for (let times = 0; times < 2; times += 1) {
      await theirs.send(ask('again'));
      expect(await next()).toMatchObject({ response: { request_id: 'again', subtype: 'success' } });
    }
  });

  it('that are withdrawn abort their handler, get no answer and keep nobody waiting', async () => {
    const reasons: unknown[] = [];
    const { theirs, peer, next } = openHost({
      handlers: {
        ...hostHandlers,
        can_use_tool: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => reasons.push(signal.reason))),
      },
    });
    await theirs.send(ask('q'));
    await settle();
    expect(peer.answering).toBe(1);
    await theirs.send({ type: 'control_cancel_request', request_id: 'q' });
    await peer.whenIdle();
    expect(reasons).toMatchObject([{ code: 'request_cancelled' }]);
    await theirs.send(ask('next', 'hook_to_come'));
    expect(await next()).toMatchObject({ response: { request_id: 'next' } });
  });

  it('are not answered when their handler ends after all', async () => {
    let finish = (_: { behavior: 'allow' }) => undefined as void;
    const { theirs, peer, next } = openHost({
      handlers: { ...hostHandlers, can_use_tool: () => new Promise((resolve) => (finish = resolve)) },
    });
    await theirs.send(ask('q'));
    await settle();
    await theirs.send({ type: 'control_cancel_request', request_id: 'q' });
    await settle();
    finish({ behavior: 'allow' });
    await settle();
    await peer.send({ type: 'keep_alive' });
    expect(await next()).toEqual({ type: 'keep_alive' });
  });

  it('are aborted when the connection ends', async () => {
    const reasons: unknown[] = [];
    const { theirs, peer } = openHost({
      handlers: {
        ...hostHandlers,
        can_use_tool: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => reasons.push(signal.reason))),
      },
    });
    await theirs.send(ask('q'));
    await settle();
    await theirs.close();
    await peer.whenIdle();
    expect(reasons).toMatchObject([{ code: 'transport_closed' }]);
  });

  it('run what follows the answer after it was sent', async () => {
    const order: string[] = [];
    const [ours, theirs] = memoryPair();
    const noting: Transport = { ...pick(ours), send: (message) => (order.push(message.type), ours.send(message)) };
    const problems: AgentError[] = [];
    const peer = new Peer<'host'>({
      transport: noting,
      handlers: {
        ...hostHandlers,
        can_use_tool: (_, { afterReply }) => {
          afterReply(() => {
            throw new Error('later');
          });
          afterReply(() => order.push('after'));
          return { behavior: 'allow' };
        },
      },
      onMessage: () => undefined,
      onProblem: (problem) => problems.push(problem),
    });
    void peer.run();
    await theirs.send(ask('q'));
    await settle();
    await peer.whenIdle();
    expect(order).toEqual(['control_response', 'after']);
    expect(problems).toMatchObject([{ message: expect.stringContaining('later') as string }]);
  });

  it.each(['success', 'error'])('that were pending come with an answer of kind %s and run at once', async (subtype) => {
    const { peer, next, answer, problems } = openHost();
    const request = peer.request('interrupt', {}).catch(() => undefined);
    const { request_id } = await next();
    await answer(request_id, { subtype, error: 'already initialized', pending_permission_requests: [ask('p1'), 'junk', ask('p2')] });
    await request;
    expect([await next(), await next()]).toMatchObject([{ response: { request_id: 'p1' } }, { response: { request_id: 'p2' } }]);
    expect(problems).toMatchObject([{ code: 'invalid_message' }]);
  });
});

describe('messages', () => {
  it('that are not part of the control protocol are passed on in order, one at a time', async () => {
    const log: string[] = [];
    const { theirs, running } = openHost({
      onMessage: async ({ type }) => {
        log.push(`${type} begins`);
        await settle();
        log.push(`${type} ends`);
      },
    });
    for (const type of ['assistant', 'keep_alive', 'unknown']) await theirs.send({ type });
    await theirs.end();
    await running;
    expect(log).toEqual(['assistant begins', 'assistant ends', 'unknown begins', 'unknown ends']);
  });

  it.each([
    { type: 'control_request' },
    { type: 'control_request', request_id: 7, request: { subtype: 'x' } },
    { type: 'control_request', request_id: 'x', request: null },
    { type: 'control_response' },
    { type: 'control_response', response: { subtype: 'success', request_id: 'nobody' } },
    { type: 'control_response', response: [] },
  ])('of the control protocol that make no sense are noted: %j', async (junk) => {
    const { theirs, running, problems, messages } = openHost();
    await theirs.send(junk);
    await theirs.send({ type: 'control_cancel_request' });
    await theirs.send({ type: 'after' });
    await theirs.end();
    await running;
    expect(problems).toMatchObject([{ code: 'invalid_message' }]);
    expect(messages).toEqual([{ type: 'after' }]);
  });

  it('that break their consumer end the reading with that error', async () => {
    const { theirs, running, peer } = openHost({ onMessage: () => Promise.reject(new Error('cannot take it')) });
    const request = peer.request('interrupt', {});
    await theirs.send({ type: 'assistant' });
    await expect(running).rejects.toThrow('cannot take it');
    await expect(request).rejects.toMatchObject({ code: 'transport_closed' });
  });
});

function pick({ incoming, signal, send, end, close }: Transport): Transport {
  return { incoming, signal, send, end, close };
}
