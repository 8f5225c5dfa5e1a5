import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { realPort } from '../../packages/engine/src/port/port.js';
import { TaskRegistry } from '../../packages/engine/src/process/task-registry.js';
import { createResultFiles } from '../../packages/engine/src/session/result-files.js';
import type { Tool, ToolContext, ToolOutcome } from '../../packages/engine/src/tool/define.js';
import { createToolState } from '../../packages/engine/src/tool/state.js';

/** A folder of its own and a context to call tools in it, without a session around them. */
export interface ToolBench {
  folder: string;
  context: ToolContext;
  /** What a session would have kept. */
  remembered: Record<string, unknown>;
  call(tool: Tool, input: Record<string, unknown>): Promise<ToolOutcome>;
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Opens a bench; `restored` is what an earlier one remembered. */
export function toolBench(
  options: { restored?: Record<string, unknown>; folder?: string; env?: Record<string, string>; signal?: AbortSignal } = {},
): ToolBench {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'inboard-tool-'));
  folders.push(folder);
  const remembered: Record<string, unknown> = {};
  const context: ToolContext = {
    sessionId: 'session',
    toolUseId: 'toolu_1',
    cwd: folder,
    directories: [folder],
    env: options.env ?? {},
    port: realPort,
    signal: options.signal ?? new AbortController().signal,
    state: createToolState({
      cwd: folder,
      ...(options.restored && { restored: options.restored }),
      remember: (state) => Object.assign(remembered, state),
    }),
    tasks: new TaskRegistry({ started: () => undefined, ended: () => undefined }),
    results: createResultFiles(folder),
    askModel: () => Promise.reject(new Error('no model here')),
    mayRead: () => true,
    permissionMode: 'default',
    setPermissionMode: () => undefined,
  };
  return { folder, context, remembered, call: (tool, input) => call(tool, input, context) };
}

async function call(tool: Tool, input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome> {
  const parsed = tool.parse(input);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return tool.run(parsed.input, context);
}
