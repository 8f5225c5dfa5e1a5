// A project with memory, a command and a subagent in files. Without an API key a scripted model on this machine answers.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reply, ScriptedModel, text } from '@inboard/testing';
import { query } from 'inboard';

const cwd = mkdtempSync(join(tmpdir(), 'inboard-example-'));
mkdirSync(join(cwd, '.claude', 'commands'), { recursive: true });
mkdirSync(join(cwd, '.claude', 'agents'));
writeFileSync(join(cwd, 'CLAUDE.md'), 'Answer in one sentence.\n');
writeFileSync(
  join(cwd, '.claude', 'commands', 'explain.md'),
  '---\ndescription: Explain something\n---\nExplain $ARGUMENTS to a newcomer.\n',
);
writeFileSync(join(cwd, '.claude', 'agents', 'reviewer.md'), '---\ndescription: Reviews code\ntools: Read, Grep\n---\nYou review code.\n');

const model = process.env.ANTHROPIC_API_KEY ? undefined : await ScriptedModel.start();
model?.says(reply(text('A closure is a function that remembers where it was made.')));

const run = query({
  prompt: '/explain closures',
  options: { cwd, settingSources: ['project'], persistSession: false, ...(model && { env: { PATH: process.env.PATH, ...model.env } }) },
});
for await (const message of run) {
  if (message.type === 'system' && message.subtype === 'init') {
    assert.ok(message.slash_commands.includes('explain'));
    assert.ok(message.agents?.includes('reviewer'));
  }
  if (message.type === 'result' && message.subtype === 'success') process.stdout.write(`${message.result}\n`);
}
if (model) {
  const sent = JSON.stringify(model.requests[0]!.body);
  assert.ok(sent.includes('Answer in one sentence.') && sent.includes('Explain closures to a newcomer.'));
}
await model?.close();
rmSync(cwd, { recursive: true });
