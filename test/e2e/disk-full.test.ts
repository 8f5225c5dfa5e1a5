import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolUse } from '@inboard/testing';
import { createSdkMcpServer, tool } from 'inboard';
import { expect, vi } from 'vitest';
import { cliPath, verifies, type Cell } from '../harness.js';

vi.setConfig({ testTimeout: 120_000 });

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Fails every write to the transcript from the nth on, for each n until none fails. */
const fullDisk = async ({ open }: Cell) => {
  if (!hasStrace) return; // the unit tests of the log go through the same without it
  let ran: string[] = [];
  const effect = tool('effect', 'Has an effect', { type: 'object', properties: { n: { type: 'string' } } }, async ({ n }) => {
    ran.push(String(n));
    return { content: [{ type: 'text', text: 'done' }] };
  });
  const agent = await open({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true });
  let failures = 0;
  for (let nth = 1; nth < 40; nth += 1) {
    ran = [];
    let stderr = '';
    const path = join(agent.home, '.claude', 'sessions', id(nth), 'transcript.jsonl');
    agent.model.always((request) =>
      (request.body.messages as unknown[]).length > 4
        ? reply(text('over'))
        : reply(toolUse('mcp__s__effect', { n: `${(request.body.messages as unknown[]).length}` })),
    );
    const messages = await agent.ask('go', {
      sessionId: id(nth),
      mcpServers: { s: createSdkMcpServer({ name: 's', tools: [effect] }) },
      spawnClaudeCodeProcess: ({ args, cwd, env }) => {
        const child = spawn(
          'strace',
          ['-f', '-o', '/dev/null', '-P', path, '-e', `inject=write:error=ENOSPC:when=${nth}+`, process.execPath, cliPath, ...args],
          { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] },
        );
        child.stderr.on('data', (data) => (stderr += String(data)));
        return child;
      },
    });
    const [result] = resultsOf(messages);
    const saved = readFileSync(path, 'utf8');
    expect(ran.filter((n) => !saved.includes(`"input":{"n":"${n}"}`))).toEqual([]);
    if (result!.subtype === 'success') break;
    failures += 1;
    expect({ nth, result }).toMatchObject({
      nth,
      result: { subtype: 'error_during_execution', errors: [expect.stringMatching(/could not be saved to .*transcript\.jsonl: ENOSPC/)] },
    });
    if (nth > 1) expect(stderr).toContain('these records could not be saved');
    agent.model.always(reply(text('there is room again')));
    if (nth > 2)
      expect(resultsOf(await agent.ask('go on', { resume: id(nth) }))).toMatchObject([
        { subtype: 'success', result: 'there is room again' },
      ]);
  }
  expect(failures).toBeGreaterThan(5);
  expect(failures).toBeLessThan(38);
};

verifies('session-log:disk-full', fullDisk, { on: ['subprocess'] });
