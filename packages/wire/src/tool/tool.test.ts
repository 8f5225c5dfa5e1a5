import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ToolDefinition } from '../define.js';
import { canonicalToolName, toolAliases, tools } from './index.js';

const rows = Object.entries(tools as Record<string, ToolDefinition>);

describe('the tool table', () => {
  it('lists each tool under its own name', () => {
    expect(rows.filter(([name, tool]) => name !== tool.name)).toEqual([]);
  });

  it('knows the old and other names', () => {
    expect(toolAliases).toEqual({
      Agent: 'Task',
      BashOutput: 'TaskOutput',
      AgentOutputTool: 'TaskOutput',
      KillShell: 'TaskStop',
      KillBash: 'TaskStop',
      SlashCommand: 'Skill',
      ListMcpResources: 'ListMcpResourcesTool',
      ReadMcpResource: 'ReadMcpResourceTool',
    });
  });

  it('has no alias that is a name', () => {
    expect(Object.keys(toolAliases).filter((alias) => Object.hasOwn(tools, alias))).toEqual([]);
  });

  it.each([
    ['Agent', 'Task'],
    ['Task', 'Task'],
    ['KillShell', 'TaskStop'],
    ['mcp__a__b', 'mcp__a__b'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('calls %s %s', (given, name) => {
    expect(canonicalToolName(given)).toBe(name);
  });

  it.each(rows)('gives the model an object schema for %s', (_, tool) => {
    expect(z.toJSONSchema(tool.input())).toMatchObject({ type: 'object' });
  });
});

describe('tool inputs', () => {
  const cases: [keyof typeof tools, object, boolean][] = [
    ['Read', { file_path: '/a' }, true],
    ['Read', { file_path: '/a', offset: 1, limit: 1, pages: '1-2' }, true],
    ['Read', { path: '/a' }, false],
    ['Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, true],
    ['Edit', { file_path: '/a', old_string: 'a' }, false],
    ['Bash', { command: 'ls', timeout: 1e9 }, true],
    ['Bash', { command: ['ls'] }, false],
    ['Grep', { pattern: 'x', '-n': true, '-C': 2, output_mode: 'count', head_limit: 0 }, true],
    ['Grep', { pattern: 'x', output_mode: 'lines' }, false],
    ['Task', { description: 'd', prompt: 'p', subagent_type: 'Explore', isolation: 'worktree' }, true],
    ['TaskStop', { shell_id: 's' }, true],
    [
      'AskUserQuestion',
      {
        questions: [
          {
            question: 'q',
            header: 'h',
            multiSelect: false,
            options: [
              { label: 'a', description: '' },
              { label: 'b', description: '' },
            ],
          },
        ],
      },
      true,
    ],
    ['AskUserQuestion', { questions: [] }, false],
    [
      'AskUserQuestion',
      { questions: [{ question: 'q', header: 'h', multiSelect: false, options: [{ label: 'a', description: '' }] }] },
      false,
    ],
    ['TodoWrite', { todos: [{ content: 'c', status: 'pending', activeForm: 'f' }] }, true],
    ['TodoWrite', { todos: [{ content: 'c', status: 'later', activeForm: 'f' }] }, false],
    ['ExitPlanMode', { plan: 'p', planFilePath: '/p', anything: 1 }, true],
    ['WebSearch', { query: 'x' }, false],
    ['NotebookEdit', { notebook_path: '/n', new_source: '' }, true],
  ];

  it.each(cases)('%s takes %j: %s', (name, input, fits) => {
    expect((tools as Record<string, ToolDefinition>)[name]!.input().safeParse(input).success).toBe(fits);
  });
});
