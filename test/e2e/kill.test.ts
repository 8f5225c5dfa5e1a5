import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkTranscript, reply, resultsOf, text, toolUse } from '@inboard/testing';
import { createSdkMcpServer, tool } from 'inboard';
import { expect, vi } from 'vitest';
import { cliPath, verifies, type Agent, type Cell } from '../harness.js';

const runs = Number(process.env.INBOARD_KILL_RUNS ?? 50);
const longestMs = 250;

interface Run {
  sessionId: string;
  /** Ids of the lines the host has seen. */
  seen: string[];
  /** How often each call ran. */
  ran: Map<string, number>;
}

/** Lets an agent work in a loop of calls and kills it at some moment. */
async function runAndKill(agent: Agent, delayMs: number): Promise<Run> {
  const run: Run = { sessionId: '', seen: [], ran: new Map() };
  const effect = tool('effect', 'Has an effect', { type: 'object', properties: { n: { type: 'string' } } }, async ({ n }) => {
    run.ran.set(String(n), (run.ran.get(String(n)) ?? 0) + 1);
    return { content: [{ type: 'text', text: `effect ${String(n)}` }] };
  });
  let child: ChildProcess | undefined;
  const query = agent.query('go', {
    mcpServers: { s: createSdkMcpServer({ name: 's', tools: [effect] }) },
    spawnClaudeCodeProcess: ({ args, cwd, env }) =>
      (child = spawn(process.execPath, [cliPath, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })),
  });
  try {
    for await (const message of query) {
      if (message.type === 'system' && message.subtype === 'init') {
        run.sessionId = message.session_id;
        void sleep(delayMs).then(() => child!.kill('SIGKILL'));
      }
      if (message.type === 'assistant' || message.type === 'user') run.seen.push(String(message.uuid));
    }
  } catch {
    // the engine was killed: that is what this is about
  }
  return run;
}

function check(agent: Agent, { sessionId, seen, ran }: Run): void {
  const path = join(agent.home, '.claude', 'sessions', sessionId, 'transcript.jsonl');
  const transcript = readFileSync(path, 'utf8');
  expect(checkTranscript(transcript)).toEqual([]);
  expect(seen.filter((uuid) => !transcript.includes(uuid))).toEqual([]);
  expect([...ran.keys()].filter((n) => !transcript.includes(`"input":{"n":"${n}"}`))).toEqual([]);
  expect([...ran.values()].filter((times) => times !== 1)).toEqual([]);
}

vi.setConfig({ testTimeout: 600_000 });

const killsIt = async ({ open }: Cell) => {
  const agent = await open({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true });
  let calls = 0;
  agent.model.always(() =>
    reply(text('step'), toolUse('mcp__s__effect', { n: `n${(calls += 1)}` }), toolUse('mcp__s__effect', { n: `n${(calls += 1)}` })),
  );
  let [shown, effects] = [0, 0];
  for (let number = 0; number < runs; number += 1) {
    const run = await runAndKill(agent, Math.random() * longestMs);
    check(agent, run);
    shown += run.seen.length;
    effects += run.ran.size;
    if (number % 5 > 0) continue;
    const before = new Map(run.ran);
    agent.model.says(reply(text('I see.')));
    const { pathToClaudeCodeExecutable: _, ...inProcess } = agent.options;
    agent.options = inProcess;
    const resumed = await agent.ask('what happened?', { resume: run.sessionId });
    expect(resultsOf(resumed)).toMatchObject([{ subtype: 'success', result: 'I see.' }]);
    expect(run.ran).toEqual(before);
    check(agent, run);
  }
  expect(shown).toBeGreaterThan(runs);
  expect(effects).toBeGreaterThan(0);
};

// In memory there is no process of its own to kill.
verifies('session-log:kill', killsIt, { on: ['subprocess'] });
