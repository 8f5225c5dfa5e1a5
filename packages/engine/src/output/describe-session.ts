import type { InitMessage } from '@inboard/wire';
import type { Session } from '../loop/session.js';
import { version } from '../version.js';

/** What a session is and can do, for the init message of each turn. */
export function describeSession(session: Session): Omit<InitMessage, 'type' | 'subtype' | 'uuid' | 'session_id'> {
  const { options, settings } = session;
  return {
    cwd: options.cwd,
    tools: session.tools.names(),
    mcp_servers: session.mcp.status().map(({ name, status }) => ({ name, status })),
    model: settings.model,
    permissionMode: session.permissions.mode,
    slash_commands: session.commands.all().map(({ name }) => name),
    apiKeySource: session.model.keySource,
    claude_code_version: version,
    output_style: session.outputStyle,
    agents: session.agents.all().map(({ name }) => name),
    skills: session.commands.skills().map(({ name }) => name),
    plugins: session.plugins.map(({ name, path }) => ({ name, path })),
    ...(session.pluginProblems.length > 0 && { plugin_errors: [...session.pluginProblems] }),
    ...(options.betas && options.betas.length > 0 && { betas: options.betas }),
    ...(session.notApplied.length > 0 && { not_applied: [...session.notApplied] }),
    ...(session.recovered && { recovered: session.recovered }),
  };
}
