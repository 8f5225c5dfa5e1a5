import { kindsOf, reply, text } from '@inboard/testing';
import { AgentError, type Options } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { rejection } from '../talk.js';

/** What `query()` throws at once for these options. */
function thrown(start: () => unknown): AgentError {
  try {
    start();
  } catch (error) {
    if (AgentError.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

const mistyped: [wrong: object, option: string][] = [
  [{ maxTurns: 'three' }, 'maxTurns'],
  [{ maxTurns: 0 }, 'maxTurns'],
  [{ maxBudgetUsd: -1 }, 'maxBudgetUsd'],
  [{ model: 7 }, 'model'],
  [{ cwd: 1 }, 'cwd'],
  [{ allowedTools: 'Read' }, 'allowedTools'],
  [{ permissionMode: 'whatever' }, 'permissionMode'],
  [{ settingSources: ['global'] }, 'settingSources'],
  [{ canUseTool: true }, 'canUseTool'],
  [{ hooks: 3 }, 'hooks'],
  [{ env: ['A=1'] }, 'env'],
  [{ abortController: {} }, 'abortController'],
  [{ sessionId: 'mine' }, 'sessionId'],
  [{ systemPrompt: { type: 'preset', preset: 'other' } }, 'systemPrompt'],
  [{ executable: 'perl' }, 'executable'],
];

verifies('options:wrong', async ({ open }) => {
  const agent = await open();
  for (const [wrong, option] of mistyped) {
    expect(thrown(() => agent.query('go', wrong as Options))).toMatchObject({
      code: 'invalid_option',
      data: { option },
      message: expect.stringContaining(`"${option}"`),
    });
  }
  expect(agent.model.requests).toEqual([]);
});

verifies('options:unknown', async ({ open }) => {
  const agent = await open();
  expect(thrown(() => agent.query('go', { maxturns: 3 } as Options))).toMatchObject({
    code: 'unknown_option',
    data: { option: 'maxturns' },
    message: 'Unknown option "maxturns". Did you mean "maxTurns"?',
  });
});

verifies('options:conflict', async ({ open }) => {
  const agent = await open();
  const id = '00000000-0000-4000-8000-000000000000';
  const conflicts: [Options, string[]][] = [
    [{ continue: true, resume: id }, ['continue', 'resume']],
    [{ sessionId: id, resume: id }, ['sessionId', 'resume']],
    [{ resumeSessionAt: id }, ['resumeSessionAt', 'resume']],
    [{ canUseTool: async () => ({ behavior: 'allow' }), permissionPromptToolName: 'x' }, ['canUseTool', 'permissionPromptToolName']],
    [{ model: 'opus', fallbackModel: 'opus' }, ['fallbackModel', 'model']],
    [{ permissionMode: 'bypassPermissions' }, ['bypassPermissions', 'allowDangerouslySkipPermissions']],
  ];
  for (const [given, names] of conflicts) {
    const error = thrown(() => agent.query('go', given));
    expect(error.code).toBe('invalid_option');
    for (const name of names) expect(error.message).toContain(`"${name}`);
  }
});

verifies('options:undefined', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('ok')));
  const messages = await agent.ask('go', { model: undefined, maxTurns: undefined, hooks: undefined }); // as a program without types has it
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'result/success']);
});

verifies('options:extra-args', async ({ open }) => {
  const agent = await open();
  const error = await rejection(agent.ask('go', { extraArgs: { 'max-turns': 'many' } }));
  expect(error.message).toContain('--max-turns');
});

verifies('options:extra-args-count', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('ok')));
  const extraArgs = { model: 'claude-haiku-4-5', 'include-partial-messages': null, 'disable-slash-commands': null };
  const messages = await agent.ask('go', { extraArgs });
  expect(messages[0]).toMatchObject({ model: 'claude-haiku-4-5', slash_commands: [] });
  expect(kindsOf(messages)).toContain('stream_event');
});

verifies('options:extra-args-unknown', async ({ open, transport }) => {
  const agent = await open();
  agent.model.says(reply(text('ok')));
  const said: string[] = [];
  const asked = agent.ask('go', { extraArgs: { 'from-the-future': 'x' }, stderr: (line) => said.push(line) });
  // Another engine may know flags that we do not; the one in this process is known.
  const heard = transport === 'memory' ? (await rejection(asked)).message : (await asked, said.join(''));
  expect(heard).toContain('--from-the-future');
});
