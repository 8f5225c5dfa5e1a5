import { join } from 'node:path';
import { reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import { listSessions } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { putFiles } from '../put-files.js';

verifies('options:settings', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  const settings = { permissions: { deny: ['Read(secret.txt)'] } };
  await putFiles(agent.cwd, { 'flag.json': JSON.stringify(settings), 'secret.txt': 's3cret' });
  agent.model.always((_, index) =>
    index % 2 === 0 ? reply(toolUse('Read', { file_path: join(agent.cwd, 'secret.txt') })) : reply(text('ok')),
  );
  for (const given of [settings, JSON.stringify(settings), 'flag.json']) {
    const [result] = toolResultsOf(await agent.ask('read it', { settings: given }));
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining('Read(secret.txt)') });
  }
  const failure = (given: string | Record<string, unknown>) =>
    agent.ask('go', { settings: given }).then(
      (messages) => JSON.stringify(messages.at(-1)),
      (error: Error) => error.message,
    );
  expect(await failure('none.json')).toMatch(/no (such )?file .*none\.json/);
  expect(await failure({ model: 7 })).toMatch(/"settings\\?": .*model/);
});

verifies('options:skills', async ({ open }) => {
  const agent = await open({ settingSources: ['project'], permissionMode: 'dontAsk' });
  await putFiles(agent.cwd, {
    '.claude/skills/pdf/SKILL.md': '---\ndescription: Reads PDF files\n---\nUse a reader.',
    '.claude/skills/sing/SKILL.md': '---\ndescription: Sings songs\n---\nLa la.',
  });
  agent.model.says(
    reply(toolUse('Skill', { skill: 'pdf' }), toolUse('Skill', { skill: 'sing' })),
    reply(text('done')),
    reply(text('none')),
  );
  const messages = await agent.ask('read', { skills: ['pdf', 'gone'] });
  const asked = JSON.stringify(agent.model.requests[0]!.body.messages);
  expect(asked).toContain('Reads PDF files');
  expect(asked).not.toContain('Sings songs');
  expect(toolResultsOf(messages)).toMatchObject([{ content: expect.anything() }, { is_error: true }]);
  expect(toolResultsOf(messages)[0]).not.toHaveProperty('is_error', true);
  expect(messages.filter(({ subtype }) => subtype === 'informational')).toMatchObject([{ content: expect.stringContaining('gone') }]);
  await agent.ask('read', { skills: [] });
  expect(JSON.stringify(agent.model.requests[2]!.body.tools)).not.toContain('"Skill"');
});

verifies('options:title', async ({ open }) => {
  const agent = await open();
  agent.model.always(() => reply(text('ok')));
  const [first] = await agent.ask('hello', { title: 'The big one' });
  await agent.ask('go on', { resume: String(first!.session_id), title: 'Another name' });
  expect(await listSessions({ dir: agent.cwd, env: { CLAUDE_CONFIG_DIR: join(agent.home, '.claude') } })).toMatchObject([
    { customTitle: 'The big one', summary: 'The big one' },
  ]);
});

verifies('options:plan-instructions', async ({ open }) => {
  const agent = await open({ permissionMode: 'plan', planModeInstructions: 'Write three $& lines.' });
  agent.model.says(reply(text('planned')));
  await agent.ask('think');
  const asked = JSON.stringify(agent.model.requests[0]!.body.messages);
  expect(asked).toMatch(/Plan mode is on.*Write three \$& lines\..*call ExitPlanMode/);
});
