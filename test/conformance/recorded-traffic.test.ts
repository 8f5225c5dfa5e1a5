import { checkTraffic, type TrafficLine } from '@inboard/testing';
import { describe, expect, it } from 'vitest';
import { flags } from '../../packages/cli/src/flags.js';
import { readArguments } from '../../packages/cli/src/arguments.js';
import { readRecordings } from './recordings.js';

const recordings = readRecordings();

describe.each(recordings)('recorded traffic: $name', ({ lines, argv }) => {
  it('fits the protocol in both directions', () => {
    expect(lines.map((line) => line.from)).toEqual(expect.arrayContaining(['host', 'engine']));
    expect(checkTraffic(lines)).toEqual([]);
  });

  it('was started with flags we know', () => {
    const readable = argv.map(restore);
    expect(readArguments(readable)).toMatchObject({ unknown: [], inputFormat: 'stream-json', format: 'stream-json' });
  });
});

/** Values that a recording leaves out are of no interest here, as long as they can be read. */
function restore(word: string, index: number, argv: string[]): string {
  if (!/^<.*>$/.test(word)) return word;
  const row = Object.values(flags).find((each) => each.flag?.name === argv[index - 1]);
  if (row?.flag?.form.mayBeFile) return row.flag.name === '--mcp-config' ? '{"mcpServers":{}}' : '{}';
  return row?.flag?.name === '--session-id' ? '00000000-0000-4000-8000-000000000000' : word;
}

describe('checkTraffic', () => {
  const spoiled: [what: string, line: TrafficLine, problem: RegExp][] = [
    ['a known message with a field missing', { from: 'engine', message: { type: 'prompt_suggestion' } }, /prompt_suggestion: suggestion/],
    ['a message from the wrong side', { from: 'host', message: { type: 'result', subtype: 'success' } }, /result is not sent by the host/],
    [
      'a request from the wrong side',
      { from: 'engine', message: { type: 'control_request', request_id: '1', request: { subtype: 'interrupt' } } },
      /interrupt is not sent by the engine/,
    ],
    [
      'a request with a wrong field',
      { from: 'host', message: { type: 'control_request', request_id: '1', request: { subtype: 'stop_task', task_id: 1 } } },
      /stop_task: task_id/,
    ],
    [
      'an answer to nothing',
      { from: 'host', message: { type: 'control_response', response: { subtype: 'success', request_id: '9' } } },
      /an answer to no request/,
    ],
    [
      'a hook input with a field missing',
      {
        from: 'engine',
        message: {
          type: 'control_request',
          request_id: '1',
          request: {
            subtype: 'hook_callback',
            callback_id: 'a',
            input: { hook_event_name: 'Stop', session_id: '', transcript_path: '', cwd: '' },
          },
        },
      },
      /Stop input: stop_hook_active/,
    ],
    [
      'a tool input that does not fit',
      {
        from: 'engine',
        message: {
          type: 'control_request',
          request_id: '1',
          request: { subtype: 'can_use_tool', tool_name: 'Agent', input: {}, tool_use_id: 't' },
        },
      },
      /Agent input: description/,
    ],
    ['a cancel without an id', { from: 'host', message: { type: 'control_cancel_request' } }, /request_id/],
  ];

  it.each(spoiled)('finds %s', (_, line, problem) => {
    expect(checkTraffic([line])).toEqual([expect.stringMatching(problem)]);
  });

  it('finds an answer that does not fit its request', () => {
    const ask: TrafficLine = {
      from: 'engine',
      message: {
        type: 'control_request',
        request_id: '1',
        request: { subtype: 'can_use_tool', tool_name: 'X', input: {}, tool_use_id: 't' },
      },
    };
    const answer: TrafficLine = {
      from: 'host',
      message: { type: 'control_response', response: { subtype: 'success', request_id: '1', response: { behavior: 'maybe' } } },
    };
    expect(checkTraffic([answer, ask])).toEqual([expect.stringMatching(/host line 1: answer to can_use_tool: behavior/)]);
  });
});
