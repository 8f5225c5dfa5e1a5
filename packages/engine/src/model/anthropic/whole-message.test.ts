import { messageOf, text, thinking, toolUse } from '@inboard/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyAssembler } from '../assemble.js';
import { eventsOfMessage } from './whole-message.js';

describe('eventsOfMessage', () => {
  it('makes events that lead to the same message', () => {
    const message = messageOf([
      thinking('hm', 'sig'),
      text('hello'),
      toolUse('Read', { file_path: '/a' }, 'toolu_1'),
      { type: 'hologram', data: 1 },
    ]);
    const whole = eventsOfMessage(JSON.stringify(message));
    const assembler = new ReplyAssembler();
    const blocks = 'events' in whole ? whole.events.flatMap((event) => assembler.push(event) ?? []) : [];
    expect(blocks).toEqual(message.content);
    expect(assembler).toMatchObject({ stopReason: 'tool_use', usage: message.usage, problems: [] });
  });

  it('reads an error', () => {
    expect(eventsOfMessage('{"type":"error","error":{"type":"overloaded_error","message":"busy"}}')).toMatchObject({
      failure: { category: 'overloaded', message: expect.stringContaining('busy') },
    });
  });

  it('takes anything that is no message for a failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((content) => `{"type":"message","content":[${content}]}`),
        ),
        (body) => {
          const whole = eventsOfMessage(body);
          expect('events' in whole || whole.failure.message.length > 0).toBe(true);
        },
      ),
    );
  });
});
