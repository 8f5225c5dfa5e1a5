import { toPermissionMode } from '@inboard/wire';
import type { Remembered } from '../loop/remembered.js';
import type { Output } from '../output/output.js';
import { PermissionState } from '../permission/state.js';
import type { Sandbox } from '../process/sandbox/sandbox.js';
import { homeOf } from '../setting/resolve.js';
import { sessionRules } from '../setting/session-rules.js';
import { persistUpdate } from '../setting/write.js';
import type { Parts } from './parts.js';

interface Given {
  remembered: Remembered;
  output: Output;
  sandbox: Sandbox | undefined;
}

/** The mode, rules and directories a session starts with, and the rules that could not be read. */
export function makePermissions({ given, options, resolved }: Parts, { remembered, output, sandbox }: Given) {
  const { rules, problems } = sessionRules(options, resolved);
  const mode = given.permissionMode ?? remembered.permissionMode ?? options.permissionMode ?? 'default';
  const permissions = new PermissionState({
    mode: toPermissionMode(mode) ?? 'default',
    cwd: options.cwd,
    directories: [...new Set([...(options.additionalDirectories ?? []), ...remembered.directories])],
    home: homeOf(options.env),
    rules: [...rules, ...remembered.rules],
    ...(sandbox && options.sandbox?.autoAllowBashIfSandboxed !== false && { sandboxed: (command: string) => sandbox.confines(command) }),
    onlyManagedAllows: resolved.layers.some(({ settings }) => settings.allowManagedPermissionRulesOnly),
    mayBypass: options.allowDangerouslySkipPermissions ?? false,
    persist: (update) => persistUpdate(update, options),
    onModeChange: (changed) => void output.status(null, changed),
  });
  return { permissions, problems };
}
