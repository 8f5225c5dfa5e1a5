import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { pdfFile, pdfWithStream, pngFile } from '../support/sample-files.js';

const writing: Options = {
  tools: ['Read', 'Edit', 'Write', 'NotebookEdit', 'Glob', 'Grep'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
};

type Call = [name: string, input: Record<string, unknown>];

/** Lets the model make these calls, one reply each, and returns what came of each. */
async function calls(agent: Agent, ...made: Call[]): Promise<{ content: unknown; result: unknown; failed: boolean }[]> {
  for (const [name, input] of made) agent.model.says(reply(toolUse(name, input)));
  agent.model.says(reply(text('done')));
  return outcomes(await agent.ask('go'));
}

function outcomes(messages: WireMessage[]): { content: unknown; result: unknown; failed: boolean }[] {
  const results = messages.filter((message) => message.type === 'user').map((message) => message.tool_use_result);
  return toolResultsOf(messages).map((block, index) => ({
    content: block.content,
    result: results[index],
    failed: block.is_error === true,
  }));
}

verifies('files:read', async ({ open }) => {
  const agent = await open();
  const at = (name: string) => join(agent.cwd, name);
  const [png, pdf] = [pngFile(3000, 30), pdfFile(['Hello'])];
  await writeFile(at('a.txt'), 'one\r\ntwo');
  await writeFile(at('picture'), png);
  await writeFile(at('paper.pdf'), pdf);
  await writeFile(
    at('book.ipynb'),
    JSON.stringify({
      cells: [{ cell_type: 'code', id: 'x', source: 'a', metadata: {}, outputs: [] }],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    }),
  );
  const [lines, image, paper, book] = await calls(
    agent,
    ...['a.txt', 'picture', 'paper.pdf', 'book.ipynb'].map((name): Call => ['Read', { file_path: at(name) }]),
  );
  expect(lines!.content).toBe('     1→one\n     2→two');
  expect(image!.content).toEqual([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: expect.any(String) as string } },
  ]);
  expect(image!.result).toMatchObject({
    type: 'image',
    file: { originalSize: png.length, dimensions: { displayWidth: 1568, displayHeight: 16 } },
  });
  expect(paper!.content).toEqual([
    { type: 'text', text: 'Page 1 of 1\nHello' },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') } },
  ]);
  expect(book!.content).toBe('Cell x (code, python)\na');
  const last = agent.model.requests.at(-1)!.body.messages as { content: unknown }[];
  expect(JSON.stringify(last)).toContain('"media_type":"application/pdf"');
});

verifies('files:read-refusals', async ({ open }) => {
  const agent = await open({ allowedTools: ['Read'] });
  await writeFile(join(agent.cwd, 'bin'), Buffer.from([1, 0, 2]));
  await writeFile(join(agent.cwd, 'short'), 'x');
  const made = await calls(
    agent,
    ['Read', { file_path: agent.cwd }],
    ['Read', { file_path: '/dev/zero' }],
    ['Read', { file_path: join(agent.cwd, 'bin') }],
    ['Read', { file_path: join(agent.cwd, 'missing') }],
    ['Read', { file_path: join(agent.cwd, 'short'), offset: 9 }],
  );
  expect(made.map(({ content, failed }) => [failed, content])).toEqual([
    [true, `${agent.cwd} is a folder. List it with Glob.`],
    [true, '/dev/zero is a device, not a regular file.'],
    [true, `${join(agent.cwd, 'bin')} is a binary file (3 bytes): it cannot be shown as text.`],
    [true, `There is no file ${join(agent.cwd, 'missing')}.`],
    [false, 'The file has 1 line; there is no line 9.'],
  ]);
});

verifies('files:read-hostile', async ({ open }) => {
  const agent = await open();
  const limit = { env: { ...agent.options.env, INBOARD_READ_TIMEOUT_MS: '1500' } };
  const paper = join(agent.cwd, 'slow.pdf');
  await writeFile(paper, pdfWithStream(deflateSync('BT /F1 1 Tf 0 0 Td (x) Tj ET\n'.repeat(2_000_000), { level: 1 })));
  agent.model.says(reply(toolUse('Read', { file_path: paper })), reply(text('done')));
  const [slow] = outcomes(await agent.ask('go', limit));
  expect(slow).toMatchObject({
    failed: true,
    content: `${paper} is a PDF that cannot be read here: it took longer than 1.5 s. Other pages may do.`,
  });
});

verifies('files:write', async ({ open }) => {
  const agent = await open(writing);
  const path = join(agent.cwd, 'new/a.txt');
  const [created, edited] = await calls(
    agent,
    ['Write', { file_path: path, content: 'one\ntwo\n' }],
    ['Edit', { file_path: path, old_string: 'two', new_string: '2' }],
  );
  expect(created).toEqual({
    content: `Created ${path}.`,
    failed: false,
    result: { type: 'create', filePath: path, content: 'one\ntwo\n', structuredPatch: [], originalFile: null },
  });
  expect(edited).toEqual({
    content: `Edited ${path}: 1 replacement.`,
    failed: false,
    result: {
      filePath: path,
      oldString: 'two',
      newString: '2',
      originalFile: 'one\ntwo\n',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+2'] }],
      userModified: false,
      replaceAll: false,
    },
  });
  expect(readFileSync(path, 'utf8')).toBe('one\n2\n');
});

verifies('files:read-first', async ({ open }) => {
  const agent = await open(writing);
  const path = join(agent.cwd, 'a.txt');
  await writeFile(path, 'one');
  agent.model.says(
    reply(toolUse('Write', { file_path: path, content: 'x' })),
    reply(toolUse('Edit', { file_path: path, old_string: 'one', new_string: 'x' })),
    reply(toolUse('Read', { file_path: path })),
    async () => {
      await writeFile(path, 'two'); // somebody else writes after the model has read
      return reply(toolUse('Edit', { file_path: path, old_string: 'two', new_string: 'x' }));
    },
    reply(text('done')),
  );
  const made = outcomes(await agent.ask('go'));
  expect(made.map(({ failed }) => failed)).toEqual([true, true, false, true]);
  expect(made[0]!.content).toBe(`${path} has not been read yet. Read it first, then change it.`);
  expect(made[3]!.content).toBe(`${path} has changed since it was read. Read it again, then change it.`);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

verifies('files:bytes-kept', async ({ open }) => {
  const agent = await open(writing);
  const files: [string, Buffer, Buffer][] = [
    ['crlf', Buffer.from('\ufeffa\r\nold\r\nb'), Buffer.from('\ufeffa\r\nnew\r\nline\r\nb')],
    ['utf16', Buffer.from('\ufeffa\r\nold\r\nb', 'utf16le'), Buffer.from('\ufeffa\r\nnew\r\nline\r\nb', 'utf16le')],
    [
      'latin',
      Buffer.from('d\xe9j\xe0 vu, na\xefve, gar\xe7on\nold\n', 'latin1'),
      Buffer.from('d\xe9j\xe0 vu, na\xefve, gar\xe7on\nnew\nline\n', 'latin1'),
    ],
  ];
  for (const [name, before] of files) await writeFile(join(agent.cwd, name), before);
  const made = files.flatMap(([name]): Call[] => [
    ['Read', { file_path: join(agent.cwd, name) }],
    ['Edit', { file_path: join(agent.cwd, name), old_string: 'old', new_string: 'new\nline' }],
  ]);
  await calls(agent, ...made);
  for (const [name, , after] of files) expect(readFileSync(join(agent.cwd, name))).toEqual(after);
});

verifies('files:parallel-edits', async ({ open }) => {
  const agent = await open(writing);
  const path = join(agent.cwd, 'a.txt');
  await writeFile(path, 'a b c d');
  const edits = ['a', 'b', 'c', 'd'].map((letter) =>
    toolUse('Edit', { file_path: path, old_string: letter, new_string: letter.toUpperCase() }),
  );
  agent.model.says(reply(toolUse('Read', { file_path: path })), reply(...edits), reply(text('done')));
  await agent.ask('go');
  expect(readFileSync(path, 'utf8')).toBe('A B C D');
});

verifies('files:resume', async ({ open }) => {
  const agent = await open(writing);
  const path = join(agent.cwd, 'a.txt');
  await writeFile(path, 'one');
  agent.model.says(reply(toolUse('Read', { file_path: path })), reply(text('read')));
  const first = await agent.ask('read it');
  agent.model.says(reply(toolUse('Edit', { file_path: path, old_string: 'one', new_string: 'two' })), reply(text('done')));
  const messages = await agent.ask('change it', { resume: String(resultsOf(first)[0]!.session_id) });
  expect(outcomes(messages).map(({ failed }) => failed)).toEqual([false]);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

verifies('files:notebook', async ({ open }) => {
  const agent = await open(writing);
  const path = join(agent.cwd, 'a.ipynb');
  const cell = { cell_type: 'code', execution_count: 1, id: 'x', metadata: {}, outputs: [], source: ['old'] };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await writeFile(path, JSON.stringify(notebook, null, 1));
  const [, edited] = await calls(
    agent,
    ['Read', { file_path: path }],
    ['NotebookEdit', { notebook_path: path, cell_id: 'x', new_source: 'new' }],
  );
  expect(edited!.content).toBe(`Replaced cell x in ${path}.`);
  expect(readFileSync(path, 'utf8')).toBe(
    JSON.stringify({ ...notebook, cells: [{ ...cell, execution_count: null, source: ['new'] }] }, null, 1),
  );
});

verifies('files:search', async ({ open }) => {
  const agent = await open();
  await mkdir(join(agent.cwd, 'src'));
  await writeFile(join(agent.cwd, 'src/a.ts'), 'const needle = 1;\n');
  await writeFile(join(agent.cwd, 'b.md'), 'text\n');
  const [glob, grep, counted] = await calls(
    agent,
    ['Glob', { pattern: '**/*.ts' }],
    ['Grep', { pattern: 'needle', output_mode: 'content' }],
    ['Grep', { pattern: 'e', output_mode: 'count' }],
  );
  expect(glob).toMatchObject({ content: join(agent.cwd, 'src/a.ts'), result: { numFiles: 1, truncated: false } });
  expect(grep!.content).toBe(`${join(agent.cwd, 'src/a.ts')}:1:const needle = 1;`);
  expect(counted!.content).toBe(`${join(agent.cwd, 'b.md')}:1\n${join(agent.cwd, 'src/a.ts')}:3\nFound 4 matches in 2 files.`);
});

verifies('files:search-arguments', async ({ open }) => {
  const agent = await open();
  const script = join(agent.cwd, 'x.sh');
  await writeFile(script, `#!/bin/sh\ntouch ${join(agent.cwd, 'ran')}\n`, { mode: 0o755 });
  await writeFile(join(agent.cwd, 'a.txt'), 'text\n');
  await calls(
    agent,
    ['Grep', { pattern: `--pre=${script}` }],
    ['Grep', { pattern: 'text', path: `--pre=${script}` }],
    ['Grep', { pattern: 'text', glob: `--pre=${script}` }],
    ['Grep', { pattern: 'text', type: `--pre=${script}` }],
    ['Glob', { pattern: `--pre=${script}` }],
    ['Glob', { pattern: '*', path: `--pre=${script}` }],
  );
  expect(existsSync(join(agent.cwd, 'ran'))).toBe(false);
});
