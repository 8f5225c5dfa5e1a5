import type { McpRemoteServerConfig } from '@inboard/wire';
import { splitArguments } from '../../command/arguments.js';
import type { Environment } from '../../port/environment.js';
import { childEnv } from '../../process/child-env.js';
import { runProgram } from '../../process/run-program.js';

const patienceMs = 10_000;

/** The headers that a server's helper prints; none when it has no helper. What it prints is in no message: it is a secret. */
export async function helperHeaders(
  { headersHelper, url }: McpRemoteServerConfig,
  { name, cwd, env }: { name: string; cwd: string; env: Environment },
): Promise<Record<string, string>> {
  const [command, ...args] = splitArguments(headersHelper ?? '');
  if (command === undefined) return {};
  const end = await runProgram({
    argv: [command, ...args], // words, never a shell
    cwd,
    env: childEnv(env, { CLAUDE_CODE_MCP_SERVER_NAME: name, CLAUDE_CODE_MCP_SERVER_URL: url, CLAUDE_PROJECT_DIR: cwd }),
    input: '',
    signal: AbortSignal.timeout(patienceMs),
    maxOutput: 64 * 1024,
  });
  const wrong = (why: string) => new Error(`headersHelper "${command}" gave no headers: ${why}. Run it by hand to see`);
  if (end.error) throw wrong(end.error.message);
  if (end.exitCode !== 0) throw wrong(`it ended with ${end.exitCode ?? end.signal}`);
  const headers = readHeaders(end.stdout);
  if (!headers) throw wrong('it must print a JSON object of texts');
  return headers;
}

function readHeaders(text: string): Record<string, string> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const isHeaders = typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');
    return isHeaders ? (value as Record<string, string>) : undefined; // just checked
  } catch {
    return undefined; // no JSON
  }
}
