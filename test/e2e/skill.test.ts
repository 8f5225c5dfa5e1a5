import { join } from 'node:path';
import { reply, text, toolResultsOf, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { putFiles } from '../put-files.js';

const last = (request: RecordedRequest) =>
  (request.body.messages as { content: { type: string; text?: string }[] }[]).at(-1)!.content.flatMap((block) => block.text ?? []);
const head = 'Skills: instructions for special tasks. When a task fits one, load it with the Skill tool before you begin.';

verifies('skill:files', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    'web/app/a.css': 'a {}',
    'web/b.ts': 'b',
    'c.ts': 'c',
    '.claude/skills/styles/SKILL.md': '---\ndescription: For styles\npaths: "**/*.css"\n---\nStyle it.',
    'web/.claude/skills/deploy/SKILL.md': '---\ndescription: Deploys the web part\n---\nDeploy it.',
    'web/.claude/skills/bad/SKILL.md': '---\nno head\n---\n',
  });
  const read = (name: string, id: string) => toolUse('Read', { file_path: join(agent.cwd, name) }, id);
  agent.model.says(
    reply(read('c.ts', 'r1')),
    reply(read('web/b.ts', 'r2')),
    reply(read('web/app/a.css', 'r3')),
    reply(read('web/b.ts', 'r4'), toolUse('Skill', { skill: 'web:deploy' }, 's1')),
    reply(text('done')),
  );
  const messages = await agent.ask('look');
  const said = agent.model.requests.map((request) => last(request));
  expect(said).toEqual([
    ['look'],
    [],
    [`<context source="skills">\n${head}\n- web:deploy: Deploys the web part\n</context>`],
    [`<context source="skills">\n${head}\n- styles: For styles\n</context>`],
    [],
  ]);
  expect(JSON.stringify(toolResultsOf(messages).at(-1))).toContain('Deploy it.');
  expect(messages.filter(({ subtype }) => subtype === 'informational').map(({ content }) => content)).toEqual([
    expect.stringMatching(/web\/\.claude\/skills\/bad\/SKILL\.md: the head makes no sense/),
  ]);
});

verifies('skill:fields', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    'a.txt': 'alpha',
    '.claude/skills/careful/SKILL.md':
      '---\nname: careful\ndescription: Careful\nmodel: haiku\neffort: max\ndisallowed-tools: Read(a.txt), Bash\n---\nEffort ${CLAUDE_EFFORT}.',
  });
  agent.model.says(
    reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') })),
    reply(text('done')),
    reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') })),
    reply(text('done')),
  );
  expect(toolResultsOf(await agent.ask('/careful'))).toMatchObject([{ is_error: true }]);
  expect(agent.model.requests[0]!.body).toMatchObject({ model: expect.stringContaining('haiku'), output_config: { effort: 'max' } });
  expect(last(agent.model.requests[0]!).at(-1)).toBe('Effort default.');
  const [read] = toolResultsOf(await agent.ask('read'));
  expect(read).not.toHaveProperty('is_error');
  expect(agent.model.requests.at(-1)!.body).not.toHaveProperty('output_config');
});
