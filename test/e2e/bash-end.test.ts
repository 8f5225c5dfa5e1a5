import { reply, resultsOf, text, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { processTable } from '@inboard/wire/subprocess';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { bash, options, ranIn } from '../support/bash-agent.js';
import { nap, processesWith, until } from '../support/processes.js';

verifies('bash:time-limit', async ({ open }) => {
  const agent = await open(options);
  const [one, two, three] = [nap(), nap(), nap()];
  const ran = await bash(
    agent,
    `echo begun; setsid sleep ${one} & (setsid env -u INBOARD_MARK sleep ${two} &); (trap '' TERM; sleep ${three}; sleep ${three}) & wait`,
    { timeout: 400 },
  );
  expect(ran.isError).toBe(true);
  expect(ran.content).toBe(
    'Timed out after 0.4 s: the command was ended, with everything it had started. Give a longer timeout, or run_in_background.\nbegun',
  );
  expect(ran.result).toMatchObject({ stdout: 'begun', interrupted: true });
  expect([...processesWith(one), ...processesWith(three)]).toEqual([]);
  // Whoever takes the mark off and leaves the tree has asked to be left alone.
  for (const pid of processesWith(two)) process.kill(pid, 'SIGKILL');
});

verifies('bash:interrupt', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(
    reply(toolUse('Bash', { command: `echo begun; trap '' TERM; setsid sleep ${one} & sleep ${two}; sleep ${two}` })),
    reply(text('done')),
  );
  const query = agent.query('go');
  const messages: WireMessage[] = [];
  const reading = (async () => {
    for await (const message of query) messages.push(message);
  })();
  await until(() => processesWith(one).length > 0 && processesWith(two).length > 0);
  const asked = performance.now();
  await query.interrupt();
  await until(() => processesWith(one).length + processesWith(two).length === 0);
  expect(performance.now() - asked).toBeLessThan(2000); // half a second on a machine that is not busy
  await reading;
  expect(ranIn(messages)).toEqual([
    {
      content: 'Interrupted: the command was ended, with everything it had started.\nbegun',
      isError: true,
      result: { stdout: 'begun', stderr: '', interrupted: true, isImage: false, noOutputExpected: false },
    },
  ]);
});

verifies('bash:daemon', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(reply(toolUse('Bash', { command: `sleep ${one} & setsid sleep ${two} & echo started` })), () => {
    expect(processesWith(two)).toHaveLength(1);
    return reply(text('done'));
  });
  const messages = await agent.ask('go');
  const [ran] = ranIn(messages);
  expect(ran!.isError).toBe(false);
  expect(ran!.content).toMatch(/^started\nStill running in the background: processes? [\d, ]+\. (It ends|They end) with the session\.$/);
  await until(() => processesWith(one).length + processesWith(two).length === 0);
});

verifies('bash:no-zombies', async ({ open, transport }) => {
  const agent = await open(options);
  const enginePid = { pid: process.pid };
  agent.model.says(...Array.from({ length: 8 }, () => reply(toolUse('Bash', { command: 'true & true & (true &); echo $PPID' }))), () => {
    const children = [...processTable().values()].filter((row) => row.parent === enginePid.pid && row.zombie);
    expect(children).toEqual([]);
    return reply(text('done'));
  });
  const query = agent.query('go');
  if (transport === 'subprocess') enginePid.pid = (await query.initializationResult()).pid!;
  const messages: WireMessage[] = [];
  for await (const message of query) messages.push(message);
  expect(ranIn(messages).map(({ content }) => Number.parseInt(content, 10))).toEqual(Array.from({ length: 8 }, () => enginePid.pid));
  expect(resultsOf(messages)[0]).toMatchObject({ is_error: false });
});

verifies('bash:session-end', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(reply(toolUse('Bash', { command: `setsid sleep ${one} & sleep ${two}`, run_in_background: true })), async () => {
    await until(() => processesWith(one).length > 0 && processesWith(two).length > 0);
    return reply(text('done'));
  });
  const messages = await agent.ask('go');
  expect(resultsOf(messages)[0]).toMatchObject({ is_error: false });
  await until(() => processesWith(one).length + processesWith(two).length === 0);
});
