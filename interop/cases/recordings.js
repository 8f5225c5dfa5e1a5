// The published SDK on our engine yields the same kinds of messages, in the same order, as it was recorded to on its own.
// Needs the recordings: a folder named by INBOARD_RECORDINGS, or `shared/wire` beside this repository.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reply, status, text, thinking, toolUse } from '../../packages/testing/dist/index.js';
import { isResult, kinds, place, readRest, readUntil, talk } from '../place.js';

const folder = process.env.INBOARD_RECORDINGS ?? fileURLToPath(new URL('../../../shared/wire', import.meta.url));
const ok = reply(text('ok'));
const many = Array.from({ length: 400 }, () => 'tok ');

/** A call that reads a file of the place. */
const read = (here, name = 'a.txt') => toolUse('Read', { file_path: join(here.cwd, name) });

/** One prompt, read to the end. */
const once = (options) => async (here) => (await readRest(here.theirSdk('go', options))).seen;

/** Several prompts, each after the result of the one before. */
const turns =
  (count, { options, between = async () => undefined } = {}) =>
  async (here) => {
    const input = talk('a');
    const query = here.theirSdk(input.prompts, options);
    const seen = [];
    for (let turn = 1; turn < count; turn += 1) {
      seen.push(...(await readUntil(query, isResult)));
      await between(query);
      input.say('next');
    }
    input.end();
    return [...seen, ...(await readRest(query)).seen];
  };

/** A turn that is interrupted once something has come, and one more. */
const interrupted = (begun, options) => async (here) => {
  const input = talk('go');
  const query = here.theirSdk(input.prompts, options);
  const seen = await readUntil(query, begun);
  await query.interrupt();
  seen.push(...(await readUntil(query, isResult)));
  input.say('next');
  input.end();
  return [...seen, ...(await readRest(query)).seen];
};

const resumed = (more) => async (here) => {
  const first = (await readRest(here.theirSdk('a'))).seen;
  return (await readRest(here.theirSdk('b', { resume: first[0].session_id, ...more }))).seen;
};

function endless() {
  return reply(toolUse('Bash', { command: 'sleep 7777' }));
}

/** Each recorded scenario: what the model answers and what the host does. */
const scenarios = {
  'text-turn': { answers: () => [ok], run: once() },
  'message-order': { answers: (here) => [reply(read(here)), ok], run: once() },
  'one-assistant-message-per-block': { answers: (here) => [reply(text('let me look'), read(here)), ok], run: once() },
  'tools-parallel': { answers: (here) => [reply(read(here), read(here, 'b.txt'), read(here, 'c.txt')), ok], run: once() },
  'thinking-block': {
    answers: () => [reply(thinking('hm'), text('yes'))],
    run: once({ maxThinkingTokens: 4000, model: 'claude-sonnet-4-5-20250929' }),
  },
  'partial-messages-order': { answers: () => [reply(text('a', 'b'))], run: once({ includePartialMessages: true }) },
  'partial-messages-tool-input': { answers: (here) => [reply(read(here)), ok], run: once({ includePartialMessages: true }) },
  'multi-turn': { answers: () => [ok, ok, ok], run: turns(3) },
  'set-model': {
    answers: () => [ok, ok],
    run: turns(2, { options: { model: 'claude-sonnet-4-5-20250929' }, between: (query) => query.setModel('claude-haiku-4-5-20251001') }),
  },
  'max-turns': { answers: (here) => [reply(read(here)), reply(read(here))], run: once({ maxTurns: 2 }) },
  'retry-429': { answers: () => [status(429, 'slow down', { headers: { 'retry-after': '0' } }), ok], run: once() },
  'replay-user-messages': { answers: () => [ok], run: turns(1, { options: { extraArgs: { 'replay-user-messages': null } } }) },
  resume: { answers: () => [ok, ok], run: resumed() },
  'fork-session': { answers: () => [ok, ok], run: resumed({ forkSession: true }) },
  'resume-unknown': { answers: () => [], run: once({ resume: randomUUID() }) },
  interrupt: {
    answers: () => [reply(text(...many), { delayMs: 20 }), ok],
    run: interrupted(({ event }) => event?.type === 'content_block_delta', { includePartialMessages: true }),
  },
  'interrupt-running-tool': {
    answers: () => [endless(), ok],
    run: interrupted(({ type }) => type === 'assistant', { allowedTools: ['Bash(sleep:*)'] }),
  },
};

/** How many pieces a text comes in says nothing. */
const collapsed = (list) => list.filter((each, index) => each !== list[index - 1] || !each.startsWith('event/'));

function recorded(name) {
  const lines = readFileSync(join(folder, `${name}.ndjson`), 'utf8').split('\n');
  const messages = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).engine ?? []])).flat();
  return collapsed(kinds(messages.filter(({ type }) => !type.startsWith('control_'))));
}

export const cases = Object.fromEntries(
  Object.entries(scenarios)
    .filter(([name]) => existsSync(join(folder, `${name}.ndjson`)))
    .map(([name, { answers, run }]) => [
      `as recorded: ${name}`,
      async () => {
        const here = await place((self) => answers(self));
        for (const file of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(here.cwd, file), 'alpha\n');
        const messages = await run(here);
        // Text that an interrupt cut off is delivered too, marked as such; the recorded engine drops it.
        assert.deepEqual(collapsed(kinds(messages.filter(({ aborted }) => !aborted))), recorded(name));
      },
    ]),
);
