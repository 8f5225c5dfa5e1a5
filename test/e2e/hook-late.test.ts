import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, text } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Cell } from '../harness.js';
import { command, flagSettings, hookSettings, writer, type Writer } from '../support/hook-agent.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

const late = (event: string, context: string) =>
  JSON.stringify({
    systemMessage: 'the person should know',
    continue: false,
    decision: 'block',
    reason: 'too late to decide',
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
  });

/** A command that goes on until a file is there, and answers then. */
const waiting = (answer: string) => `until [ -e go ]; do sleep 0.01; done; echo '${answer}'`;

/** One turn while the hook waits, and one after it has answered. */
async function twoTurns(
  cell: Cell,
  hook: object,
  event: string,
  heard: (message: WireMessage) => boolean,
): Promise<[Writer, WireMessage[]]> {
  const options: Options = { extraArgs: { ...flagSettings(hookSettings(event, hook)).extraArgs!, 'include-hook-events': null } };
  const agent = await writer(cell, options);
  const talk = new Talk('one');
  const query = agent.query(talk);
  const messages = await readUntil(query, isResult);
  await writeFile(join(agent.cwd, 'go'), '');
  messages.push(...(await readUntil(query, heard)));
  agent.model.says(reply(text('again')));
  talk.say('two');
  messages.push(...(await readUntil(query, isResult)));
  talk.end();
  messages.push(...(await readRest(query)));
  return [agent, messages];
}

const said = (message: WireMessage) => message.subtype === 'informational' && message.content === 'the person should know';
const sent = (agent: Writer, index: number) => JSON.stringify(agent.model.requests[index]!.body.messages);

verifies('hook:late:setting', async (cell) => {
  const hook = command(waiting(late('PreToolUse', 'found out meanwhile')), { async: true });
  const [agent, messages] = await twoTurns(cell, hook, 'PreToolUse', said);
  expect(agent.written()).toBe(true);
  expect(resultsOf(messages)).toMatchObject([{ result: 'done' }, { result: 'again' }]);
  expect(sent(agent, 1)).not.toContain('found out meanwhile');
  expect(sent(agent, 2)).toContain('found out meanwhile');
});

verifies('hook:late:first-line', async (cell) => {
  const hook = command(`echo '{"async": true, "asyncTimeout": 60000}'; ${waiting(late('PostToolUse', 'found out meanwhile'))}`);
  const [agent, messages] = await twoTurns(cell, hook, 'PostToolUse', said);
  expect(resultsOf(messages)).toMatchObject([{ result: 'done' }, { result: 'again' }]);
  expect(sent(agent, 2)).toContain('found out meanwhile');
});

verifies('hook:late:bounded', async (cell) => {
  // One that takes too long and one that would outlive the session are killed with what they started.
  const slow = (limit: number, name: string) =>
    command(
      `echo '{"async": true, "asyncTimeout": ${limit}}'; (until [ -e never ]; do sleep 0.01; done; touch ${name}) & wait; touch ${name}`,
    );
  for (const limit of [50, 600_000]) {
    const agent = await writer(cell, flagSettings(hookSettings('PostToolUse', slow(limit, 'survived'))));
    await agent.ask('go');
    await writeFile(join(agent.cwd, 'never'), '');
    expect(existsSync(join(agent.cwd, 'survived')), String(limit)).toBe(false);
  }
});
