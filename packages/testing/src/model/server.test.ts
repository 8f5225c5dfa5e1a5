import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { text, toolUse } from './blocks.js';
import { encodeEvents } from './encode.js';
import { eventsOf } from './events.js';
import { ScriptedProxy } from './proxy.js';
import {
  bytes,
  cutAfter,
  errorEvent,
  later,
  page,
  redirect,
  reply,
  reset,
  resetAfterHeaders,
  retryAfter,
  status,
  stream,
  wholeMessage,
  type Answer,
} from './script.js';
import { modelThatSays, ScriptedModel } from './server.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function serve(...script: Answer[]): Promise<ScriptedModel> {
  const model = await ScriptedModel.start(script);
  opened.push(model);
  return model;
}

const post = (model: ScriptedModel, body: unknown = {}) =>
  fetch(`${model.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body), redirect: 'manual' });

describe('ScriptedModel', () => {
  it('answers in order, records what it was asked, and says when the script is over', async () => {
    const model = await serve(reply(text('one'), { messageId: 'msg_1' }));
    const first = await post(model, { model: 'm' });
    expect(await first.text()).toBe(encodeEvents(eventsOf([text('one')], { messageId: 'msg_1' })));
    expect(first.headers.get('content-type')).toBe('text/event-stream');
    expect(await (await post(model)).json()).toMatchObject({ error: { message: 'the script of the scripted model is over' } });
    expect(model.requests).toMatchObject([
      { method: 'POST', path: '/v1/messages', raw: '{"model":"m"}', body: { model: 'm' } },
      { body: {} },
    ]);
  });

  it('makes an answer from the request', async () => {
    const model = await serve(({ body }, index) => status(400, `${String(body.name)} ${index}`));
    expect(await (await post(model, { name: 'Ada' })).text()).toContain('Ada 0');
  });

  it('answers with a status, a redirect, a page or a whole message', async () => {
    const model = await serve(
      status(429, 'slow', { headers: retryAfter({ seconds: 3 }) }),
      redirect('http://elsewhere.test/'),
      page('<p>hi</p>', 502),
      wholeMessage([text('x')]),
      later(1, status(500)),
    );
    const limited = await post(model);
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      '3',
      { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } },
    ]);
    const moved = await post(model);
    expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://elsewhere.test/']);
    const html = await post(model);
    expect([html.status, await html.text()]).toEqual([502, '<p>hi</p>']);
    expect(await (await post(model)).json()).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
    });
    expect((await post(model)).status).toBe(500);
  });

  it('breaks off where it is told to', async () => {
    const blocks = [text('x')];
    const model = await serve(
      reset,
      resetAfterHeaders,
      cutAfter(2, blocks),
      cutAfter(2, blocks, 'end'),
      errorEvent('api_error', 'oh', blocks),
    );
    await expect(post(model)).rejects.toThrow();
    for (let each = 0; each < 2; each += 1) await expect(post(model).then((response) => response.text())).rejects.toThrow();
    expect((await (await post(model)).text()).match(/^event: .*$/gm)).toEqual(['event: message_start', 'event: content_block_start']);
    expect((await (await post(model)).text()).match(/^event: .*$/gm)?.at(-1)).toBe('event: error');
  });

  it('packs and cuts a body', async () => {
    const events = eventsOf([toolUse('Read', { file_path: '/ü' }, 'toolu_1')]);
    const packed = stream(events, { compress: 'gzip', chunkBytes: 7 });
    const pieces = packed.kind === 'stream' ? packed.pieces.map((piece) => Buffer.from(piece)) : [];
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe(encodeEvents(events));
    const model = await serve(packed, bytes(['a', new Uint8Array([98])]));
    expect(await (await post(model)).text()).toBe(encodeEvents(events));
    expect(await (await post(model)).text()).toBe('ab');
  });

  it('answers questions about models apart from the script', async () => {
    const model = await serve();
    model.knows('mine', { max_tokens: 7 });
    expect(await (await fetch(`${model.url}/v1/models/mine`)).json()).toEqual({ max_tokens: 7 });
    expect((await fetch(`${model.url}/v1/models/other`)).status).toBe(404);
    expect([model.requests.length, model.lookups.length]).toEqual([0, 2]);
  });

  it('says the same for ever', async () => {
    const model = await modelThatSays('yes');
    opened.push(model);
    for (let each = 0; each < 2; each += 1) expect(await (await post(model)).text()).toContain('yes');
  });
});

describe('encodeEvents', () => {
  const event = { type: 'ping', more: [1] };

  it('writes every form the standard allows', () => {
    expect(encodeEvents([event])).toBe('event: ping\ndata: {"type":"ping","more":[1]}\n\n');
    expect(encodeEvents([{ type: 'ping' }], { lineEnd: '\r\n', comments: true, byteOrderMark: true })).toBe(
      '\uFEFF: a comment\r\nretry: 10\r\ncolour: blue\r\nevent: ping\r\ndata: {"type":"ping"}\r\n\r\n',
    );
    expect(encodeEvents([{ type: 'ping' }], { multiLine: true, lineEnd: '\r' })).toBe(
      'event: ping\rdata: {\rdata:  "type": "ping"\rdata: }\r\r',
    );
  });
});

describe('ScriptedProxy', () => {
  it('lets in only those who show the right name', async () => {
    const proxy = await ScriptedProxy.start({ credentials: 'me:secret' });
    opened.push(proxy);
    const code = await new Promise((resolve) => get(proxy.url(), (response) => resolve(response.statusCode)));
    expect(code).toBe(407);
    expect(proxy.url('me:secret')).toContain('//me:secret@127.0.0.1:');
    expect(proxy.seen).toEqual(['GET /']);
  });
});
