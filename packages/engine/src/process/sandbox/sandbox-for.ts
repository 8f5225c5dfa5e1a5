import { join } from 'node:path';
import { AgentError, type SandboxSettings } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { openSandbox, type Sandbox } from './sandbox.js';

export interface SandboxedSession {
  cwd: string;
  additionalDirectories?: string[] | undefined;
  env: Environment;
  /** The folder of settings and sessions. */
  configDir: string;
  sandbox?: SandboxSettings | undefined;
}

/** The sandbox a session asks for. Where there can be none, an AgentError, or a notice when the settings put up with that. */
export async function sandboxFor(session: SandboxedSession): Promise<{ sandbox: Sandbox | undefined; notices: string[] }> {
  const settings = session.sandbox;
  if (!settings?.enabled) return { sandbox: undefined, notices: [] };
  const { configDir } = session;
  try {
    const sandbox = await openSandbox({
      settings,
      directories: [session.cwd, ...(session.additionalDirectories ?? [])],
      protectedPaths: [configDir, join(configDir, '..', '.claude.json')],
      hiddenPaths: [join(configDir, 'mcp-logins')], // tokens for servers, not for commands
      env: session.env,
    });
    return { sandbox, notices: [] };
  } catch (error) {
    if (settings.failIfUnavailable !== false || !AgentError.is(error) || error.code !== 'sandbox_unavailable') throw error;
    return { sandbox: undefined, notices: [`Commands run without a sandbox. ${error.message}`] };
  }
}
