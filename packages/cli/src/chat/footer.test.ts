import type { StreamMessage } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { createStyle } from '../row/style.js';
import { Footer } from './footer.js';

const style = createStyle({ colour: false });
const system = (subtype: string, more: object = {}) => ({ type: 'system', subtype, ...more }) as unknown as StreamMessage; // what the footer looks at
const event = (fields: object) => ({ type: 'stream_event', parent_tool_use_id: null, event: fields }) as unknown as StreamMessage; // likewise
const result = (cost: number, usage: object) =>
  ({ type: 'result', total_cost_usd: cost, modelUsage: { m: usage } }) as unknown as StreamMessage; // likewise

function open(...messages: StreamMessage[]) {
  const footer = new Footer({ mode: undefined, model: '' });
  for (const message of messages) footer.take(message, 1000);
  return footer;
}

const init = system('init', { permissionMode: 'plan', model: 'm' });

describe('Footer', () => {
  it('shows what is known, and the first hint there is room for', () => {
    expect(open().row(40, style, ['a long hint', 'hint'])).toBe(`${' '.repeat(28)}a long hint`);
    const used = open(
      init,
      event({ type: 'message_start', message: { usage: { input_tokens: 10, cache_read_input_tokens: 30 } } }),
      event({ type: 'message_delta', usage: { output_tokens: 10 } }),
      result(0.01234, { contextWindow: 200 }),
      system('task_started', { task_id: 't' }),
    );
    expect(used.row(60, style, ['hint'])).toBe(' plans only · m · context 25 % · $0.0123 · 1 task      hint');
    expect(used.row(48, style, ['a long hint', 'x'])).toBe(' plans only · m · context 25 % · $0.0123 · 1 task'.slice(0, 47) + '…');
  });

  it('does not make up a price', () => {
    expect(open(init, result(0, { contextWindow: 200, costBasis: 'unknown' })).row(60, style, [])).toBe(
      ' plans only · m · context 0 % · cost unknown',
    );
  });

  it('says what is going on', () => {
    const status = (...messages: StreamMessage[]) =>
      open(init, ...messages)
        .statusRow(4000, 80, style)
        .slice(2);
    const block = (type: string) => event({ type: 'content_block_start', content_block: { type } });
    expect(status()).toBe('Working 3.0 s · esc stops');
    expect(status(block('thinking'))).toBe('Thinking 3.0 s · esc stops');
    expect(status(block('text'), event({ type: 'message_delta', usage: { output_tokens: 1500 } }))).toBe(
      'Working 3.0 s · 1.5k tokens · esc stops',
    );
    expect(status(system('status', { status: 'compacting' }))).toBe('Summarising 3.0 s · esc stops');
    expect(status(system('api_retry', { error: 'over\u001bloaded', attempt: 2, max_retries: 10 }))).toBe(
      'Trying again (over\\u001bloaded, 2 of 10) 3.0 s · esc stops',
    );
  });

  it('follows the permission mode', () => {
    const footer = open(init, system('status', { status: null, permissionMode: 'acceptEdits' }));
    expect(footer.mode).toBe('acceptEdits');
  });
});
