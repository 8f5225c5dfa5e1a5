import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@inboard/wire';
import { realPort } from '../packages/engine/src/port/port.js';
import { TaskRegistry } from '../packages/engine/src/process/task-registry.js';
import { createResultFiles } from '../packages/engine/src/session/result-files.js';
import type { ToolContext } from '../packages/engine/src/tool/define.js';
import { createToolState } from '../packages/engine/src/tool/state.js';

/** What a tool is given when it is run by itself: nothing of this machine, and no model. */
export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  const cwd = tmpdir();
  return {
    sessionId: 'session',
    toolUseId: 'toolu_1',
    cwd,
    directories: [cwd],
    env: {},
    port: realPort,
    signal: new AbortController().signal,
    state: createToolState({ cwd, remember: () => undefined }),
    tasks: new TaskRegistry({ started: () => undefined, ended: () => undefined }),
    results: createResultFiles(join(cwd, 'unused')),
    askModel: () => Promise.reject(new AgentError('missing_key', 'no model')),
    mayRead: () => true,
    permissionMode: 'default',
    setPermissionMode: () => undefined,
    ...more,
  };
}
