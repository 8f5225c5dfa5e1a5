import { login, removeLogin, type ConfiguredServer } from '@inboard/engine';
import { AgentError, errorText, type McpRemoteServerConfig } from '@inboard/wire';
import { visible } from '../visible.js';
import { findServers, oneName } from './find-server.js';
import { readWords } from './read-words.js';

const patienceMs = 10 * 60_000;

/** `inboard mcp login`: prints the address a person has to open, waits for the way back and keeps the tokens. */
export async function logIn(words: readonly string[]): Promise<number> {
  const { name, config } = await remoteServer(words, 'login');
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error('nobody came back from the browser in ten minutes')), patienceMs);
  process.once('SIGINT', () => giveUp.abort(new Error('it was interrupted')));
  try {
    const outcome = await login({
      config,
      env: process.env,
      clientSecret: process.env.MCP_CLIENT_SECRET,
      signal: giveUp.signal,
      show: (url) => process.stdout.write(`Open this address to log in at "${name}":\n\n  ${visible(url)}\n\nWaiting …\n`),
    });
    process.stdout.write(
      outcome === 'logged-in' ? `You are logged in at "${name}".\n` : `"${name}" does not ask who comes; there is nothing to do.\n`,
    );
    return 0;
  } catch (error) {
    throw new AgentError('request_failed', `The login at "${name}" failed: ${visible(errorText(error)).slice(0, 1000)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** `inboard mcp logout`. */
export async function logOut(words: readonly string[]): Promise<number> {
  const { name, config } = await remoteServer(words, 'logout');
  process.stdout.write(
    removeLogin(process.env, config.url) ? `The login at "${name}" is forgotten.\n` : `You were not logged in at "${name}".\n`,
  );
  return 0;
}

async function remoteServer(words: readonly string[], command: string): Promise<{ name: string; config: McpRemoteServerConfig }> {
  const name = oneName(readWords(words, {}).rest, command);
  const [server] = await findServers(name);
  return { name, config: remoteConfig(server) };
}

function remoteConfig({ name, config, held, reason }: ConfiguredServer): McpRemoteServerConfig {
  if (held !== undefined) throw new AgentError('invalid_option', `The server "${name}" is not used (${held}): ${reason ?? ''}`);
  if ('url' in config) return config;
  throw new AgentError('invalid_option', `The server "${name}" runs in a child process: there is nobody to log in at.`);
}
