import type { StreamMessage } from '@inboard/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStyle } from '../row/style.js';
import { styledWidth, unstyled } from '../row/wrap.js';
import { TranscriptView } from './transcript-view.js';

const width = 40;
const message = (fields: object) => ({ parent_tool_use_id: null, ...fields }) as unknown as StreamMessage; // what the view looks at
const delta = (text: string) =>
  message({ type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta', text } } });
const said = (...content: object[]) => message({ type: 'assistant', message: { content } });
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: object = {}) =>
  message({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }, ...more });
const replay = (content: unknown) => message({ type: 'user', isReplay: true, message: { role: 'user', content } });

function open(colour = false) {
  let time = 0;
  const view = new TranscriptView({ cwd: '/home/me', style: createStyle({ colour }), width: () => width, now: () => time });
  return { view, pass: (ms: number) => (time += ms) };
}

describe('TranscriptView', () => {
  it('keeps parts apart and calls together', () => {
    const { view, pass } = open();
    const rows = [
      ...view.take(replay([{ type: 'text', text: 'do it' }])),
      ...view.take(delta('I do ')),
      ...view.take(delta('it.')),
      ...view.take(said({ type: 'text', text: 'I do it.' })),
      ...view.take(said(call('a', 'Read', { file_path: '/home/me/x' }), call('b', 'Bash', { command: 'ls' }))),
    ];
    pass(2000);
    expect(view.live()).toEqual(['', '◑ Read x · 2.0 s', '◑ Bash ls · 2.0 s']);
    rows.push(
      ...view.take(result('b', 'one\ntwo')),
      ...view.take(result('a', 'x')),
      ...view.take(delta('Done.')),
      ...view.take(said({ type: 'text', text: 'Done.' })),
    );
    expect(view.live()).toEqual([]);
    expect(rows).toEqual(['', '> do it', '', 'I do it.', '', '✓ Bash ls · 2.0 s · 2 lines', '✓ Read x · 2.0 s · 1 character', '', 'Done.']);
  });

  it('shows a text that was not streamed, and what a command says', () => {
    const { view } = open();
    expect(view.take(said({ type: 'text', text: 'whole' }))).toEqual(['', 'whole']);
    expect(view.take(replay('<local-command-stdout>- one\n- two</local-command-stdout>'))).toEqual(['', '• one', '• two']);
  });

  it('does not count the time a person took to answer', () => {
    const { view, pass } = open();
    view.take(said(call('a', 'Bash', { command: 'ls' })));
    pass(60_000);
    view.answered('a');
    expect(view.take(result('a', 'x y'))).toEqual(['', '✓ Bash ls · 3 characters']);
  });

  it('shows all of the last output when asked', () => {
    const { view } = open();
    expect(view.lastOutput()).toEqual(['', 'There is no output yet.']);
    view.take(said(call('a', 'Bash', { command: 'ls' })));
    view.take(result('a', [{ type: 'text', text: 'one\ttab\r\ntwo' }, { type: 'image' }]));
    expect(view.lastOutput()).toEqual(['', '── Bash ls', 'one    tab', 'two', '(image)', '──']);
  });

  it('says how a turn ended that did not end well', () => {
    const { view } = open();
    view.take(delta('half a se'));
    const failed = (...errors: string[]) => message({ type: 'result', subtype: 'error_during_execution', errors });
    expect(view.take(failed('[Request interrupted by user]'))).toEqual(['half a se', '', '■ interrupted']);
    expect(view.take(failed('It broke.'))).toEqual(['It broke.']);
  });

  it('lets nothing through that a terminal would obey, and nothing that is too wide', () => {
    const words = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\u001b[2J', '\u009b', '\n', '\r', '\t', '\u0007', '**', '`', '|', '漢', 'word '),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
      maxLength: 30,
    });
    const step = fc.oneof(
      words.map(delta),
      words.map((text) => said({ type: 'text', text })),
      fc.tuple(words, words).map(([name, value]) => said(call('id', name, { [value]: value }))),
      words.map((text) => result('id', text)),
      words.map((text) => result('id', [{ type: 'text', text }])),
      words.map((text) => replay([{ type: 'text', text }])),
      words.map((content) => message({ type: 'system', subtype: 'informational', level: 'warning', content })),
      words.map((summary) => message({ type: 'system', subtype: 'task_notification', status: 'failed', summary })),
      words.map((error) => message({ type: 'result', subtype: 'error_during_execution', errors: [error] })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { view } = open(true);
        const rows = steps.flatMap((each) => [...view.take(each), ...view.live(), ...view.lastOutput()]);
        const isBad = (row: string) => /[\u0000-\u001f\u007f-\u009f]/.test(unstyled(row)) || styledWidth(row) > width;
        expect(rows.filter(isBad)).toEqual([]);
      }),
    );
  });
});
