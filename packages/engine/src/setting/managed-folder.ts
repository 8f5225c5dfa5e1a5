import type { Environment } from '../port/environment.js';

/** Where the administrator of a machine puts settings, memory and whatever else extends every session. */
function managedFolder(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  if (process.platform === 'win32') return 'C:\\Program Files\\ClaudeCode';
  return '/etc/claude-code';
}

/** The managed folders, the weaker first. One named by the environment adds to the policy of the machine; it cannot take its place. */
export function managedFolders(env: Environment, ofMachine = managedFolder()): string[] {
  const { INBOARD_MANAGED_DIR: more } = env;
  return more === undefined || more === '' ? [ofMachine] : [ofMachine, more];
}
