import { describe, expect, it } from 'vitest';
import type { ControlDefinition } from '../define.js';
import { controls } from './index.js';

const rows = Object.entries(controls as Record<string, ControlDefinition>);

describe('the control table', () => {
  it('lists each request under its own name', () => {
    expect(rows.filter(([name, control]) => name !== control.subtype)).toEqual([]);
  });

  it('has every request of the published protocol, and who sends it', () => {
    const sentBy = (side: 'host' | 'engine') => rows.filter(([, control]) => control.from.includes(side)).map(([name]) => name);
    expect(sentBy('host')).toEqual(
      expect.arrayContaining([
        'initialize',
        'interrupt',
        'set_permission_mode',
        'set_model',
        'set_max_thinking_tokens',
        'mcp_status',
        'mcp_set_servers',
        'mcp_message',
        'rewind_files',
        'mcp_reconnect',
        'mcp_toggle',
        'stop_task',
        'apply_flag_settings',
      ]),
    );
    expect(sentBy('engine')).toEqual(expect.arrayContaining(['can_use_tool', 'hook_callback', 'mcp_message']));
  });

  const results: [keyof typeof controls, unknown, boolean][] = [
    ['can_use_tool', { behavior: 'allow' }, true],
    [
      'can_use_tool',
      {
        behavior: 'allow',
        updatedInput: {},
        updatedPermissions: [{ type: 'setMode', mode: 'plan', destination: 'session' }],
        toolUseID: 't',
      },
      true,
    ],
    ['can_use_tool', { behavior: 'deny', message: 'no', interrupt: true }, true],
    ['can_use_tool', { behavior: 'deny' }, false],
    ['can_use_tool', { behavior: 'ask' }, false],
    ['can_use_tool', {}, false],
    ['can_use_tool', { behavior: 'allow', updatedPermissions: [{ type: 'becomeRoot' }] }, true],
    ['can_use_tool', { behavior: 'allow', updatedPermissions: 'all' }, false],
    ['elicitation', { action: 'accept', content: { a: 1 } }, true],
    ['elicitation', {}, false],
    ['mcp_message', {}, true],
    ['rewind_files', { canRewind: true, filesChanged: ['/a'], insertions: 1, deletions: 0, skippedLinks: [] }, true],
  ];
  it.each(results)('%s may be answered %j: %s', (name, result, fits) => {
    expect((controls as Record<string, ControlDefinition>)[name]!.result().safeParse(result).success).toBe(fits);
  });

  const params: [keyof typeof controls, unknown, boolean][] = [
    ['initialize', {}, true],
    ['initialize', { systemPrompt: [''], hooks: { Stop: [{ matcher: null, hookCallbackIds: ['hook_0'] }], EventToCome: [] } }, true],
    [
      'initialize',
      { agents: { a: { description: 'd', prompt: 'p', model: 'inherit', mcpServers: ['x', { y: { command: 'z' } }] } } },
      true,
    ],
    ['initialize', { agents: { a: { description: 'd' } } }, false],
    ['set_model', {}, true],
    ['set_model', { model: null }, true],
    ['set_max_thinking_tokens', { max_thinking_tokens: null }, true],
    ['set_max_thinking_tokens', { max_thinking_tokens: -1 }, false],
    ['mcp_toggle', { serverName: 's', enabled: false }, true],
    ['mcp_toggle', { server_name: 's', enabled: false }, false],
    ['mcp_set_servers', { servers: { a: { type: 'sdk', name: 'a' }, b: { type: 'http', url: 'https://example.test' } } }, true],
    ['mcp_set_servers', { servers: { a: { type: 'telepathy' } } }, false],
    ['can_use_tool', { tool_name: 'X', input: {}, tool_use_id: 't', permission_suggestions: [{ type: 'kindToCome', mode: 'auto' }] }, true],
  ];
  it.each(params)('%s may be asked with %j: %s', (name, given, fits) => {
    expect((controls as Record<string, ControlDefinition>)[name]!.params().safeParse(given).success).toBe(fits);
  });
});
