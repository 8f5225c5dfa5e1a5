import { readText } from '../document/read-text.js';
import { readServers } from '../mcp/read-servers.js';
import type { Settings } from './settings.js';

const largestFile = 1024 * 1024;

/** Reads the servers that an administrator has fixed; where there is such a file no others run, also when it makes no sense. */
export function readManagedServers(path: string): { settings: Settings; problem?: string } | { absent: true } {
  const read = readText(path, { most: largestFile });
  if ('absent' in read) return read;
  const problems = 'problem' in read ? [read.problem] : [];
  // Variables are looked up when the servers start.
  const tell = (problem: string) => problem.endsWith('is not set') || problems.push(problem);
  const managedMcpServers = 'text' in read ? readServers(read.text, { path, env: {}, tell }) : {};
  const settings: Settings = { managedMcpServers, allowManagedMcpServersOnly: true };
  return { settings, ...(problems.length > 0 && { problem: problems.join('; ') }) };
}
