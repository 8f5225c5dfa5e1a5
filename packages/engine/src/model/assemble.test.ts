import { beginTwice, eventsOf, leaveOut, pieceFirst, text, thinking, toolUse, type ScriptedEvent } from '@inboard/testing';
import type { ApiContentBlock, ApiStreamEvent } from '@inboard/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyAssembler } from './assemble.js';

function assemble(events: readonly ScriptedEvent[]): { assembler: ReplyAssembler; blocks: ApiContentBlock[] } {
  const assembler = new ReplyAssembler();
  const blocks = events.flatMap((event) => assembler.push(event as unknown as ApiStreamEvent) ?? []); // the scripted server's events are the API's
  return { assembler, blocks };
}

const call = toolUse('Read', { file_path: '/a' }, 'toolu_1');

describe('ReplyAssembler', () => {
  it('puts blocks together', () => {
    const strange = { type: 'hologram', data: [1] };
    const { assembler, blocks } = assemble(
      eventsOf([thinking('hm', 'sig'), text('a', 'b', ''), call, strange], { usage: { output_tokens: 7 } }),
    );
    expect(blocks).toEqual([{ type: 'thinking', thinking: 'hm', signature: 'sig' }, { type: 'text', text: 'ab' }, call, strange]);
    expect(assembler).toMatchObject({ stopReason: 'tool_use', usage: { input_tokens: 100, output_tokens: 7 }, problems: [] });
    expect(assembler.closeOpen()).toEqual([]);
  });

  it('takes a call without pieces for one without input', () => {
    const events = leaveOut(eventsOf([call]), 'content_block_delta');
    expect(assemble(events).blocks).toEqual([{ ...call, input: {} }]);
  });

  it.each([
    ['not valid JSON', eventsOf([toolUse('Read', '{"file_path": "/a', 'toolu_1')])],
    ['not an object', eventsOf([toolUse('Read', '[1]', 'toolu_1')])],
    ['not an object', eventsOf([toolUse('Read', 'null', 'toolu_1')])],
    ['began twice', beginTwice(eventsOf([call]), 0)],
    ['began twice', eventsOf([call, call]).map((event) => ('index' in event ? { ...event, index: 0 } : event))],
    ['came without its beginning', pieceFirst(eventsOf([call]), 0)],
    ['ended without its beginning', leaveOut(eventsOf([call]), 'content_block_start')],
    [
      '(text) got a input_json_delta',
      eventsOf([text('x')]).map((event) =>
        event.type === 'content_block_delta' ? { ...event, delta: { type: 'input_json_delta', partial_json: '{}' } } : event,
      ),
    ],
  ])('notes a call that %s', (problem, events) => {
    expect(assemble(events).assembler.problems.join('; ')).toContain(problem);
  });

  it('keeps the text of a block that never ended, and can end it', () => {
    const { assembler } = assemble(leaveOut(eventsOf([text('half')]), 'content_block_stop'));
    expect(assembler.partialText()).toBe('half');
    expect(assembler.closeOpen()).toEqual([{ type: 'text', text: 'half' }]);
    expect(assembler.problems).toEqual(['block 0 never ended']);
  });

  it('ignores pieces it does not know', () => {
    const { assembler, blocks } = assemble(
      eventsOf([text('x')]).flatMap((event) =>
        event.type === 'content_block_delta' ? [event, { ...event, delta: { type: 'future_delta' } }] : [event],
      ),
    );
    expect(blocks).toEqual([{ type: 'text', text: 'x' }]);
    expect(assembler.problems).toEqual([]);
  });

  it('never throws and never gives a block twice, in whatever order events come', () => {
    const events = eventsOf([text('a', 'b'), call, thinking('t')]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (shuffled) => {
        const { blocks } = assemble(shuffled);
        expect(blocks.length).toBeLessThanOrEqual(shuffled.filter((event) => event.type === 'content_block_start').length);
      }),
    );
  });
});
