import { createEngine } from '@inboard/engine';
import { engineOptions, memoryPair, type Options } from '@inboard/wire';
import { toldServers } from '../host/told-servers.js';
import type { Connection, ConnectOptions } from './connect.js';
import { readExtraArgs } from './extra-args.js';

/** Runs the engine in this process: no child, and no JSON on the way. */
export function connectInProcess(given: ConnectOptions): Connection {
  const [ours, theirs] = memoryPair();
  let failure: Error | undefined;
  const serving = createEngine(optionsFor(given))
    .attach(theirs)
    .catch((error: Error) => {
      failure = error;
      return theirs.close();
    });
  const close = async () => {
    await ours.close();
    await serving;
  };
  return { transport: ours, explainEnd: async () => failure, close };
}

/** What concerns the engine; callbacks stay here and are reached by messages. */
function optionsFor({ options, onStderr }: ConnectOptions): Parameters<typeof createEngine>[0] {
  const rest = engineOptions(options);
  return {
    ...rest,
    ...(rest.mcpServers && { mcpServers: toldServers(rest.mcpServers) as Options['mcpServers'] }), // servers here are reached by messages
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    ...(options.canUseTool && { permissionPromptToolName: 'stdio' }), // the engine's word for "the host can be asked"
    ...readExtraArgs(options.extraArgs),
    ...(onStderr && {
      onUnsaved: (path: string, lines: string) =>
        onStderr(`These records could not be saved to ${path}; append them to the file to keep them:\n${lines}`),
    }),
    ...(onStderr && options.debug && { debugLog: (line: string) => onStderr(`${line}\n`) }),
  };
}
