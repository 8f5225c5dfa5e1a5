import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, text, toolResultsOf, toolUse, type ScriptedBlock } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { putFiles } from '../put-files.js';
import { messagesOf, place, promptLine, requestLine, streamFlags, type Place } from './run-cli.js';

interface Seen {
  here: Place;
  init: Record<string, unknown>;
  messages: WireMessage[];
  /** The first request to the model. */
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
  stderr: string;
}

interface Row {
  flags: string[] | ((here: Place) => string[]);
  files?: Record<string, string>;
  calls?: (here: Place) => ScriptedBlock[];
  prompt?: string;
  check: (seen: Seen) => void;
}

const system = ({ body }: Seen) => JSON.stringify(body.system);
const plugin = {
  'p/.claude-plugin/plugin.json': '{"name": "p"}',
  'p/.mcp.json': '{"mcpServers": {"s": {"command": "false"}}}',
  'p/commands/hi.md': 'Hi.',
};
const project = { 'CLAUDE.md': 'MEMORY OF THE PROJECT', '.claude/commands/mine.md': 'Mine.' };
const reviewer = '{"reviewer": {"description": "reviews", "prompt": "You review."}}';
const servers = '{"mcpServers": {"s": {"command": "false"}}}';
const readOutside = (here: Place) => [toolUse('Read', { file_path: join(here.home, 'outside.txt') })];
const touch = () => [toolUse('Bash', { command: 'touch made' })];
const failed = ({ messages }: Seen) => toolResultsOf(messages).map((result) => result.is_error === true);

const rows: Record<string, Row> = {
  '--model': { flags: ['--model', 'haiku'], check: ({ init }) => expect(init.model).toContain('haiku') },
  '--effort': { flags: ['--effort', 'high'], check: ({ body }) => expect(body.output_config).toEqual({ effort: 'high' }) },
  '--max-thinking-tokens': {
    flags: ['--model', 'claude-haiku-4-5', '--max-thinking-tokens', '2000'],
    check: ({ body }) => expect(body.thinking).toEqual({ type: 'enabled', budget_tokens: 2000 }),
  },
  '--thinking': { flags: ['--thinking', 'disabled'], check: ({ body }) => expect(body.thinking).toEqual({ type: 'disabled' }) },
  '--betas': { flags: ['--betas', 'some-beta'], check: ({ headers }) => expect(headers['anthropic-beta']).toContain('some-beta') },
  '--system-prompt-file': {
    flags: ['--system-prompt-file', 'prompt.txt'],
    files: { 'prompt.txt': 'You are a clock.' },
    check: (seen) => expect(system(seen)).toMatch(/You are a clock\./),
  },
  '--append-system-prompt-file': {
    flags: ['--append-system-prompt-file', 'more.txt'],
    files: { 'more.txt': 'Speak Latin.' },
    check: (seen) => expect(system(seen)).toMatch(/coding agent.*Speak Latin\./),
  },
  '--append-subagent-system-prompt': {
    flags: ['--append-subagent-system-prompt', 'Report in verse.'],
    calls: () => [toolUse('Task', { description: 'x', prompt: 'inner', subagent_type: 'general-purpose' })],
    check: ({ here }) =>
      expect(here.model.requests.map(({ body }) => JSON.stringify(body.system).includes('Report in verse.'))).toContain(true),
  },
  '--exclude-dynamic-system-prompt-sections': {
    flags: ['--exclude-dynamic-system-prompt-sections'],
    check: (seen) => {
      expect(system(seen)).not.toContain('Working directory');
      expect(JSON.stringify(seen.body.messages)).toContain('Working directory');
    },
  },
  '--tools': { flags: ['--tools', 'Read,Glob'], check: ({ init }) => expect(init.tools).toEqual(['Glob', 'Read']) },
  '--disallowed-tools': { flags: ['--disallowed-tools', 'Bash'], check: ({ init }) => expect(init.tools).not.toContain('Bash') },
  '--allowed-tools': { flags: ['--allowed-tools', 'Bash(touch:*)'], calls: touch, check: (seen) => expect(failed(seen)).toEqual([false]) },
  '--permission-mode': {
    flags: ['--permission-mode', 'acceptEdits'],
    check: ({ init }) => expect(init.permissionMode).toBe('acceptEdits'),
  },
  '--dangerously-skip-permissions': {
    flags: ['--dangerously-skip-permissions'],
    calls: touch,
    check: (seen) => expect(failed(seen)).toEqual([false]),
  },
  '--allow-dangerously-skip-permissions': {
    flags: ['--allow-dangerously-skip-permissions', '--permission-mode', 'bypassPermissions'],
    check: ({ init }) => expect(init.permissionMode).toBe('bypassPermissions'),
  },
  '--permission-prompts none': {
    flags: ['--permission-prompt-tool', 'stdio', '--permission-prompts', 'none'],
    calls: touch,
    check: (seen) => {
      expect(failed(seen)).toEqual([true]);
      expect(seen.messages.filter(({ type }) => type === 'control_request')).toEqual([]);
    },
  },
  '--mcp-config': {
    flags: ['--mcp-config', servers, '--mcp-config', '{"mcpServers": {"t": {"command": "false"}}}'],
    check: ({ init }) => expect(init.mcp_servers).toMatchObject([{ name: 's' }, { name: 't' }]),
  },
  '--strict-mcp-config': {
    flags: ['--strict-mcp-config', '--setting-sources', 'project'],
    files: { '.mcp.json': servers },
    check: ({ init }) => expect(init.mcp_servers).toEqual([]),
  },
  '--settings': {
    flags: ['--settings', 'mine.json'],
    files: { 'mine.json': '{"language": "Latin"}' },
    check: (seen) => expect(system(seen)).toContain('Latin'),
  },
  '--setting-sources': {
    flags: ['--setting-sources', ''],
    files: project,
    check: ({ body, init }) => {
      expect(JSON.stringify(body)).not.toContain('MEMORY');
      expect(init.slash_commands).not.toContain('mine');
    },
  },
  '--add-dir': { flags: (here) => ['--add-dir', here.home], calls: readOutside, check: (seen) => expect(failed(seen)).toEqual([false]) },
  '--agents': { flags: ['--agents', reviewer], check: ({ init }) => expect(init.agents).toContain('reviewer') },
  '--agent': { flags: ['--agents', reviewer, '--agent', 'reviewer'], check: (seen) => expect(system(seen)).toContain('You review.') },
  '--plugin-dir': {
    flags: ['--plugin-dir', 'p'],
    files: plugin,
    check: ({ init }) => {
      expect(init.slash_commands).toContain('p:hi');
      expect(init.mcp_servers).toMatchObject([{ name: 'plugin:p:s' }]);
    },
  },
  '--plugin-dir-no-mcp': {
    flags: ['--plugin-dir-no-mcp', 'p'],
    files: plugin,
    check: ({ init }) => {
      expect(init.slash_commands).toContain('p:hi');
      expect(init.mcp_servers).toEqual([]);
    },
  },
  '--bare': {
    flags: ['--bare', '--plugin-dir', 'p'],
    files: { ...project, ...plugin },
    check: ({ body, init }) => {
      expect(JSON.stringify(body)).not.toContain('MEMORY');
      expect(init.slash_commands).toContain('p:hi');
    },
  },
  '--safe-mode': {
    flags: ['--safe-mode', '--plugin-dir', 'p', '--mcp-config', servers, '--agents', reviewer],
    files: { ...project, ...plugin },
    check: ({ body, init }) => {
      expect(JSON.stringify(body)).not.toContain('MEMORY');
      expect(init).toMatchObject({ plugins: [], mcp_servers: [], agents: ['general-purpose', 'Explore', 'Plan'] });
    },
  },
  '--disable-slash-commands': {
    flags: ['--disable-slash-commands'],
    files: project,
    prompt: '/cost',
    check: ({ body, init }) => {
      expect(init).toMatchObject({ slash_commands: [], skills: [] });
      expect(JSON.stringify(body.messages)).toContain('/cost');
    },
  },
  '--session-id': {
    flags: ['--session-id', '00000000-0000-4000-8000-000000000001'],
    check: ({ init }) => expect(init.session_id).toBe('00000000-0000-4000-8000-000000000001'),
  },
  '--no-session-persistence': {
    flags: ['--no-session-persistence'],
    check: ({ here }) => expect(existsSync(join(here.home, '.claude/sessions'))).toBe(false),
  },
  '--name': {
    flags: ['--name', 'My work'],
    check: ({ here, init }) =>
      expect(readFileSync(join(here.home, '.claude/sessions', String(init.session_id), 'transcript.jsonl'), 'utf8')).toContain(
        '"customTitle":"My work"',
      ),
  },
  '--max-turns': {
    flags: ['--max-turns', '1'],
    calls: () => [toolUse('Glob', { pattern: '*' })],
    check: ({ messages }) => expect(messages.at(-1)).toMatchObject({ subtype: 'error_max_turns' }),
  },
  '--include-partial-messages': {
    flags: ['--include-partial-messages'],
    check: ({ messages }) => expect(messages.some(({ type }) => type === 'stream_event')).toBe(true),
  },
  '--include-hook-events': {
    flags: [
      '--include-hook-events',
      '--settings',
      '{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "true"}]}]}}',
    ],
    check: ({ messages }) => expect(messages.some(({ subtype }) => subtype === 'hook_started')).toBe(true),
  },
  '--replay-user-messages': {
    flags: ['--replay-user-messages'],
    check: ({ messages }) => expect(messages.some(({ isReplay }) => isReplay === true)).toBe(true),
  },
  '--prompt-suggestions': {
    flags: ['--prompt-suggestions'],
    check: ({ messages }) => expect(messages.some(({ type }) => type === 'prompt_suggestion')).toBe(true),
  },
  '--forward-subagent-text': { flags: ['--forward-subagent-text'], check: ({ stderr }) => expect(stderr).toBe('') },
  '--debug': {
    flags: ['--debug'],
    calls: touch,
    check: ({ stderr }) => expect(stderr).toMatch(/Z permission Bash [\s\S]*Z model claude-/),
  },
  '--debug=category': {
    flags: ['--debug=permission'],
    calls: touch,
    check: ({ stderr }) => expect(stderr).toMatch(/^\S+Z permission Bash .*\n$/),
  },
  '--debug-to-stderr': { flags: ['--debug-to-stderr'], check: ({ stderr }) => expect(stderr).toContain('model claude-') },
  '--debug-file': {
    flags: ['--debug-file', 'log.txt', '--debug=model'],
    check: ({ here, headers }) => {
      const log = readFileSync(join(here.cwd, 'log.txt'), 'utf8');
      expect(log).toMatch(/^\S+Z model claude-.* answered/);
      expect(log).not.toContain(String(headers['x-api-key']));
    },
  },
};

describe.each(Object.entries(rows))('%s', (_, row) => {
  it('acts', async () => {
    const here = await place();
    await putFiles(here.cwd, row.files ?? {});
    await putFiles(here.home, { 'outside.txt': 'x' });
    here.model.always((request) => {
      const first = (request.body.messages as unknown[]).length === 1 && !JSON.stringify(request.body.messages).includes('inner');
      const calls = first ? (row.calls?.(here) ?? []) : [];
      return reply(...(calls.length > 0 ? calls : [text('ok')]));
    });
    const flags = typeof row.flags === 'function' ? row.flags(here) : row.flags;
    const end = await here.run([...streamFlags, ...flags], { input: promptLine(row.prompt ?? 'hello') });
    const messages = messagesOf(end.stdout);
    const init = messages.find(({ subtype }) => subtype === 'init') as Record<string, unknown>;
    const { body, headers } = here.model.requests[0]!;
    row.check({ here, init, messages, body, headers, stderr: end.stderr });
  });
});

it('waits for initialize when it is told to', async () => {
  const here = await place();
  here.model.always(reply(text('ok')));
  const init = requestLine('r1', { subtype: 'initialize', appendSystemPrompt: 'From the host.' });
  await here.run([...streamFlags, '--await-initialize'], { input: promptLine('hello') + init });
  expect(JSON.stringify(here.model.requests[0]!.body.system)).toContain('From the host.');
});

it('brings files back to what they were at a prompt', async () => {
  const here = await place();
  await putFiles(here.cwd, { 'a.txt': 'before' });
  const file = { file_path: join(here.cwd, 'a.txt') };
  here.model.says(reply(toolUse('Read', file)), reply(toolUse('Write', { ...file, content: 'after' })), reply(text('done')));
  const env = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' };
  const flags = [...streamFlags, '--permission-mode', 'acceptEdits', '--replay-user-messages'];
  const messages = messagesOf((await here.run(flags, { input: promptLine('write'), env })).stdout);
  const prompt = messages.find(({ isReplay }) => isReplay === true)!;
  expect(readFileSync(file.file_path, 'utf8')).toBe('after');
  const wrong = await here.run(['--rewind-files', String(prompt.uuid)]);
  expect(wrong).toMatchObject({
    code: 1,
    stderr: 'inboard: --rewind-files needs --resume or --continue: the session whose prompt it names.\n',
  });
  const end = await here.run(['--resume', String(prompt.session_id), '--rewind-files', String(prompt.uuid)]);
  expect(end).toMatchObject({ code: 0, stderr: '', stdout: `Brought back:\n  ${file.file_path}\n` });
  expect(readFileSync(file.file_path, 'utf8')).toBe('before');
});

it('refuses a prompt given twice and a file that is not there', async () => {
  const here = await place();
  const said = async (...flags: string[]) => (await here.run(['-p', 'hi', ...flags])).stderr;
  expect(await said('--system-prompt', 'x', '--system-prompt-file', 'y')).toBe(
    'inboard: --system-prompt and --system-prompt-file exclude each other: give one.\n',
  );
  expect(await said('--append-system-prompt-file', 'none.txt')).toMatch(
    /^inboard: --append-system-prompt-file: the file "none\.txt" cannot be read/,
  );
  expect(await said('--debug-file', 'none/at/all.txt')).toMatch(/^inboard: Option "debugFile": none\/at\/all\.txt cannot be written/);
});
