import { describe, expect, it } from 'vitest';
import { findMessage } from './find.js';
import { messages } from './index.js';

describe('the message table', () => {
  it('has one definition per type and subtype', () => {
    const names = messages.flatMap(({ type, subtypes }) =>
      subtypes.length === 0 ? [type as string] : subtypes.map((subtype) => `${type}/${subtype}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'system/init',
        'assistant',
        'user',
        'stream_event',
        'result/success',
        'result/error_during_execution',
        'result/error_max_turns',
        'result/error_max_budget_usd',
        'result/error_max_structured_output_retries',
        'system/compact_boundary',
        'system/status',
        'system/hook_started',
        'system/hook_progress',
        'system/hook_response',
        'tool_progress',
        'tool_use_summary',
        'auth_status',
        'system/task_started',
        'system/task_notification',
        'system/files_persisted',
        'rate_limit_event',
        'prompt_suggestion',
      ]),
    );
  });

  it('finds the definition of what it knows and nothing else', () => {
    for (const definition of messages) expect(findMessage({ type: definition.type, subtype: definition.subtypes[0] })).toBe(definition);
    expect(findMessage({ type: 'system', subtype: 'to_come' })).toBeUndefined();
    expect(findMessage({ type: 'system' })).toBeUndefined();
    expect(findMessage({ type: 'to_come' })).toBeUndefined();
  });

  it('carries an id and its session in everything an engine sends', () => {
    const missing = messages
      .filter((definition) => definition.from === 'engine')
      .filter(({ fields }) => !('uuid' in fields().shape && 'session_id' in fields().shape));
    expect(missing).toEqual([]);
  });
});

describe('a prompt', () => {
  const fields = findMessage({ type: 'user' })!.fields();
  it.each([
    [{ message: { role: 'user', content: 'hi' } }, true],
    [{ message: { role: 'user', content: [{ type: 'text', text: 'hi' }] }, session_id: '', parent_tool_use_id: null }, true],
    [{ message: { role: 'user', content: [{ type: 'block_to_come' }] }, uuid: 'any text', priority: 'now' }, true],
    [{ message: { role: 'user', content: [] } }, true],
    [{ message: { role: 'user', content: [{ text: 'no type' }] } }, false],
    [{ message: { role: 'user' } }, false],
    [{ message: 'hi' }, false],
    [{ message: { role: 'user', content: 'hi' }, parent_tool_use_id: 7 }, false],
    [{}, false],
  ])('%j: %s', (message, fits) => {
    expect(fields.safeParse(message).success).toBe(fits);
  });
});
