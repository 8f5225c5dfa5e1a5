import { existsSync } from 'node:fs';
import { AgentError, options as optionRows, toArgv, type Options, type OptionRow } from '@inboard/wire';
import { exitError, subprocessTransport } from '@inboard/wire/subprocess';
import { toldServers } from '../host/told-servers.js';
import type { Connection, ConnectOptions } from './connect.js';
import { hideSecrets } from './secret-arguments.js';

/** Drives an engine in a child process; any executable that speaks the protocol will do. */
export function connectSubprocess(given: ConnectOptions): Connection {
  const { options, onStderr, onProblem } = given;
  if (options.sessionStore)
    throw new AgentError(
      'unsupported_option',
      'Option "sessionStore" needs the engine in this process: leave out "pathToClaudeCodeExecutable".',
      { data: { option: 'sessionStore' } },
    );
  const { command, args } = commandLine(options);
  // Whoever starts the engine in a way of their own may start it where our files are not.
  const safe = options.spawnClaudeCodeProcess ? { args, discard: () => undefined } : hideSecrets(args);
  const transport = subprocessTransport({
    command,
    args: safe.args,
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: childEnvironment(options),
    ...(options.spawnClaudeCodeProcess && { spawn: options.spawnClaudeCodeProcess }),
    ...(onStderr && { onStderr }),
    onProblem,
  });
  void transport.exited.then(safe.discard, safe.discard);
  // An engine that closed its output and lives on is ended first.
  const explainEnd = () => Promise.race([transport.exited.then(exitError), transport.close().then(() => undefined)]);
  return { transport, explainEnd, close: () => transport.close() };
}

const fixedFlags = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'];

function commandLine(options: Options): { command: string; args: string[] } {
  const path = options.pathToClaudeCodeExecutable;
  if (path === undefined && !options.spawnClaudeCodeProcess) {
    throw new AgentError('invalid_option', 'Option "executable" needs "pathToClaudeCodeExecutable": the engine script it should run.');
  }
  const args = [...fixedFlags, ...toArgv(flagOptions(options))];
  const engine = path ?? 'inboard';
  if (!options.spawnClaudeCodeProcess && engine.includes('/') && !existsSync(engine)) {
    throw new AgentError('engine_not_found', `There is no engine at ${engine}: check "pathToClaudeCodeExecutable".`, {
      data: { path: engine },
    });
  }
  const isScript = /\.[cm]?js$/.test(engine);
  if (!isScript) return { command: engine, args };
  return { command: options.executable ?? process.execPath, args: [...(options.executableArgs ?? []), engine, ...args] };
}

/** Options as the flags of the published engines want them. */
function flagOptions(options: Options): Options {
  return {
    ...options,
    ...(options.mcpServers && { mcpServers: toldServers(options.mcpServers) as Options['mcpServers'] }), // without the instances
    ...(options.canUseTool && { permissionPromptToolName: 'stdio' }),
  };
}

function childEnvironment(options: Options): Record<string, string | undefined> {
  const { NODE_OPTIONS: _, ...inherited } = options.env ?? process.env;
  const carried = Object.entries(optionRows as Record<string, OptionRow>).flatMap(([name, row]) =>
    row.environment !== undefined && options[name as keyof Options] === true ? [[row.environment, 'true']] : [],
  );
  return { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', ...inherited, ...Object.fromEntries(carried) };
}
