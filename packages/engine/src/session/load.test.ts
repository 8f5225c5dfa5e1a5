import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeLine } from '@inboard/wire';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTranscript } from './load.js';
import type { TranscriptRecord } from './record.js';
import { forRestore, pairCalls, restore } from './restore.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-load-'));
const path = join(folder, 'transcript.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const user = (uuid: string, content: unknown, more: object = {}): TranscriptRecord => ({
  type: 'user',
  uuid: uuid as TranscriptRecord['uuid'] & string,
  message: { role: 'user', content },
  ...more,
});
const assistant = (uuid: string, id: string, block: object): TranscriptRecord => ({
  type: 'assistant',
  uuid: uuid as TranscriptRecord['uuid'] & string,
  message: { id, role: 'assistant', content: [block] },
});
const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'ü€😀 \u2028' }];

/** A conversation of n steps: a prompt, then calls and results, then text. */
function conversation(steps: number): TranscriptRecord[] {
  return [
    user('p', 'go'),
    ...Array.from({ length: steps }, (_, step) => [
      assistant(`a${step}`, `m${step}`, call(`t${step}`)),
      assistant(`b${step}`, `m${step}`, call(`u${step}`)),
      user(`r${step}`, result(`t${step}`)),
      user(`s${step}`, result(`u${step}`), { joined: true }),
      { type: 'ledger', row: { model: 'x' } },
    ]).flat(),
    assistant('z', 'mz', { type: 'text', text: 'done' }),
  ];
}

async function load(bytes: Uint8Array | string) {
  writeFileSync(path, bytes);
  return loadTranscript(path);
}

/** What the API demands of a conversation: each call is answered in the next message, and nothing else is. */
function isAcceptable(messages: ReturnType<typeof restore>['messages']): boolean {
  const ids = (index: number, role: string, type: string, field: string) => {
    const message = messages[index];
    if (message?.role !== role || typeof message.content === 'string') return [];
    return (message.content as unknown as Record<string, unknown>[]).flatMap((block) =>
      block.type === type ? [String(block[field])] : [],
    );
  };
  return (
    messages.every(
      (message, index) =>
        message.content.length > 0 &&
        ids(index, 'assistant', 'tool_use', 'id').toSorted().join() ===
          ids(index + 1, 'user', 'tool_result', 'tool_use_id')
            .toSorted()
            .join(),
    ) && ids(0, 'user', 'tool_result', 'tool_use_id').length === 0
  );
}

describe('a transcript that was cut', () => {
  it('gives every complete record, wherever the cut is', async () => {
    const records = conversation(7);
    const bytes = Buffer.from(records.map(encodeLine).join(''));
    expect(records.length).toBeGreaterThan(35);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const kept = bytes.subarray(0, cut);
      const loaded = await load(kept);
      const complete = kept.toString('latin1').split('\n').length - 1;
      const whole = cut < bytes.length && bytes[cut] === 10; // only the newline is missing
      const tornTail = cut > 0 && kept.at(-1) !== 10 && !whole;
      expect({ at: cut, records: loaded.records, tornTail: loaded.tornTail, skipped: loaded.skipped.count }).toEqual({
        at: cut,
        records: records.slice(0, complete + (whole ? 1 : 0)),
        tornTail,
        skipped: 0,
      });
      expect(isAcceptable(restore(loaded.records).messages)).toBe(true);
    }
  }, 60_000);
});

describe('a transcript that was damaged', () => {
  it('never throws, keeps what is whole, and gives a conversation the API accepts', async () => {
    const records = conversation(6);
    const lines = records.map(encodeLine);
    const damage = fc.oneof(
      fc.record({
        kind: fc.constant('garbage' as const),
        at: fc.nat(lines.length - 1),
        bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
      }),
      fc.record({
        kind: fc.constant('zeros' as const),
        at: fc.nat(lines.length - 1),
        bytes: fc.nat(5000).map((size) => new Uint8Array(size + 1)),
      }),
      fc.record({ kind: fc.constant('drop' as const), at: fc.nat(lines.length - 1), bytes: fc.constant(new Uint8Array()) }),
      fc.record({ kind: fc.constant('glue' as const), at: fc.nat(lines.length - 1), bytes: fc.constant(new Uint8Array()) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const parts = lines.map((line) => Buffer.from(line));
        const hit = new Set<number>();
        for (const { kind, at, bytes } of damages) {
          hit.add(at);
          if (kind === 'drop') parts[at] = Buffer.alloc(0);
          else if (kind === 'glue') parts[at] = parts[at]!.subarray(0, Math.floor(parts[at]!.length / 2));
          else parts[at] = Buffer.concat([Buffer.from(bytes.filter((byte) => byte !== 10)), Buffer.from([0xff, 10])]);
        }
        const loaded = await load(Buffer.concat(parts));
        const untouched = records.filter((_, index) => !hit.has(index));
        expect(loaded.records).toEqual(expect.arrayContaining(untouched));
        expect(isAcceptable(restore(loaded.records).messages)).toBe(true);
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('takes any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.uint8Array(),
            fc.json().map((text) => Buffer.from(`${text}\n`)),
          ),
        ),
        async (parts) => {
          restore((await load(Buffer.concat(parts))).records);
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  it('steps over byte order marks, carriage returns, runs of zeros and glued lines, and counts', async () => {
    const [one, two, three] = [user('1', 'a'), user('2', 'b'), user('3', 'c')].map(encodeLine) as [string, string, string];
    expect(await load(`\uFEFF${one.trimEnd()}\r\n\r\n${two}`)).toMatchObject({
      records: [{ uuid: '1' }, { uuid: '2' }],
      skipped: { count: 0 },
    });
    expect(await load(`${one}${'\0'.repeat(300)}\n${two}`)).toMatchObject({
      records: [{ uuid: '1' }, { uuid: '2' }],
      skipped: { count: 1, atBytes: [one.length] },
    });
    expect(await load(`${one}${two.slice(0, 20)}${three}`)).toMatchObject({
      records: [{ uuid: '1' }, { uuid: '3' }],
      skipped: { count: 1, atBytes: [one.length] },
    });
  });
});

describe('restoring', () => {
  it('needs no more of a record than it is given', () => {
    const records = conversation(3).map((record) => ({ ...record, toolUseResult: 'x', cwd: '/', version: '1' }));
    expect(restore(records.map(forRestore))).toEqual(restore(records));
  });

  it('answers calls whose end was not seen, after those that were', () => {
    const messages: Parameters<typeof pairCalls>[0] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call('a'), call('b')] as never },
      { role: 'user', content: result('a') as never },
    ];
    expect(pairCalls(messages)).toMatchObject([{ tool_use_id: 'b', is_error: true }]);
    expect(messages).toHaveLength(3);
    expect(messages[2]!.content).toMatchObject([{ tool_use_id: 'a' }, { tool_use_id: 'b' }]);
  });

  it('begins anew with a summary or where it was cleared, and not where a summary never came', () => {
    const said = (content: string, more: object = {}) => ({ type: 'user', uuid: content, message: { role: 'user', content }, ...more });
    const boundary = (trigger: string) => ({ type: 'compact_boundary', compactMetadata: { trigger } });
    const messagesOf = (...records: object[]) => restore(records as Parameters<typeof restore>[0]).messages.map(({ content }) => content);
    const summary = said('summary', { isCompactSummary: true });
    expect(messagesOf(said('a'), boundary('auto'), summary, said('b'))).toEqual(['summary', 'b']);
    expect(messagesOf(said('a'), boundary('auto'))).toEqual(['a']);
    expect(messagesOf(said('a'), boundary('auto'), said('b'))).toEqual(['a', 'b']);
    expect(messagesOf(said('a'), boundary('clear'))).toEqual([]);
    expect(messagesOf(said('a'), boundary('clear'), said('b'))).toEqual(['b']);
  });

  it('keeps the order of records, whatever their times say', () => {
    const records = conversation(2).map((record, index) => ({
      ...record,
      timestamp: new Date(Date.UTC(2040, 0, 1) - index * 86_400_000).toISOString(),
    }));
    expect(restore(records)).toEqual(restore(conversation(2)));
  });
});
