import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { transportContract } from '@inboard/testing/contract';
import { describe, expect, it } from 'vitest';
import type { AgentError } from '../errors.js';
import { streamTransport } from './stream.js';
import type { Transport, WireMessage } from './transport.js';

transportContract('streams', async () => {
  const [forth, back] = [new PassThrough(), new PassThrough()];
  return { one: streamTransport({ readable: back, writable: forth }), two: streamTransport({ readable: forth, writable: back }) };
});

async function readAll(transport: Transport): Promise<WireMessage[]> {
  const messages: WireMessage[] = [];
  for await (const message of transport.incoming) messages.push(message);
  return messages;
}

describe('streamTransport', () => {
  it('reports lines that are no messages and goes on', async () => {
    const readable = new PassThrough();
    const problems: AgentError[] = [];
    const transport = streamTransport({
      readable,
      writable: new PassThrough(),
      onProblem: (problem) => problems.push(problem),
      maxLineBytes: 40,
    });
    readable.end(`noise\n{"type":"a"}\n${'x'.repeat(50)}\n{"type":"b"}`);
    expect(await readAll(transport)).toEqual([{ type: 'a' }, { type: 'b' }]);
    expect(problems.map((problem) => problem.code)).toEqual(['invalid_json', 'line_too_long']);
  });

  it('reads a stream that gives texts', async () => {
    const readable = new PassThrough({ encoding: 'utf8' });
    const transport = streamTransport({ readable, writable: new PassThrough() });
    readable.end('{"type":"ü"}\n');
    expect(await readAll(transport)).toEqual([{ type: 'ü' }]);
  });

  it('keeps what was read before a failure, reports it, and ends', async () => {
    const readable = new PassThrough();
    const problems: AgentError[] = [];
    const transport = streamTransport({ readable, writable: new PassThrough(), onProblem: (problem) => problems.push(problem) });
    readable.write('{"type":"a"}\n');
    const iterator = transport.incoming[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'a' });
    readable.destroy(new Error('the disk is on fire'));
    expect(await iterator.next()).toMatchObject({ done: true });
    expect(problems).toMatchObject([{ code: 'transport_closed', message: 'Reading failed: the disk is on fire' }]);
  });

  it('still reads what came before the other side stopped reading', async () => {
    const [readable, writable] = [new PassThrough(), new PassThrough()];
    const transport = streamTransport({ readable, writable });
    readable.write('{"type":"answer"}\n');
    writable.destroy(new Error('EPIPE'));
    await once(transport.signal, 'abort');
    readable.end('{"type":"last words"}\n');
    await expect(transport.send({ type: 'late' })).rejects.toMatchObject({ code: 'transport_closed' });
    expect(await readAll(transport)).toEqual([{ type: 'answer' }, { type: 'last words' }]);
  });

  it('keeps its signal quiet after its own end', async () => {
    const [readable, writable] = [new PassThrough(), new PassThrough()];
    const transport = streamTransport({ readable, writable });
    writable.resume();
    await transport.end();
    readable.end('{"type":"answer"}\n');
    expect(await readAll(transport)).toEqual([{ type: 'answer' }]);
    expect(transport.signal.aborted).toBe(false);
  });

  it('lets many writers wait without a warning, and lets them go at the end', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const writable = new PassThrough({ highWaterMark: 1 });
    const transport = streamTransport({ readable: new PassThrough(), writable });
    const sends = Array.from({ length: 40 }, (_, index) => transport.send({ type: 'x', index }));
    const ended = transport.end();
    writable.resume();
    await Promise.all([...sends, ended]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('rejects a message that cannot be written and stays usable', async () => {
    const writable = new PassThrough();
    const transport = streamTransport({ readable: new PassThrough(), writable });
    await expect(transport.send({ type: 'x', n: 1n })).rejects.toMatchObject({ code: 'invalid_message' });
    await transport.send({ type: 'y' });
    expect(String(writable.read())).toBe('{"type":"y"}\n');
  });

  it('frees what stands behind it once, and never rejects', async () => {
    const problems: AgentError[] = [];
    const reasons: (string | undefined)[] = [];
    const onClose = async (reason?: string) => {
      reasons.push(reason);
      throw new Error('cannot be freed');
    };
    const transport = streamTransport({
      readable: new PassThrough(),
      writable: new PassThrough(),
      onClose,
      onProblem: (problem) => problems.push(problem),
    });
    await Promise.all([transport.close('done'), transport.close('again')]);
    expect(reasons).toEqual(['done']);
    expect(problems).toMatchObject([{ message: 'Closing failed: cannot be freed' }]);
  });
});
