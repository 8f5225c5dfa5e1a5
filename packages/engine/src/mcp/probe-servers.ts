import { memoryPair, Peer, type McpServerStatus } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { McpServers, type ServerConfigs } from './mcp-servers.js';

/** Connects to servers to see how they do, and leaves them again. Nobody answers what they ask. */
export async function probeServers(configs: ServerConfigs, { cwd, env }: { cwd: string; env: Environment }): Promise<McpServerStatus[]> {
  const [nobody] = memoryPair();
  await nobody.close();
  const peer = new Peer<'engine'>({ transport: nobody, handlers: {} as never, onMessage: () => undefined }); // a host that is gone asks nothing
  const servers = new McpServers({ cwd, env, peer, roots: () => [], notice: () => undefined, onChange: () => undefined });
  servers.set('options', configs);
  try {
    await Promise.all(servers.connections().map(({ settled }) => settled));
    return servers.status();
  } finally {
    await servers.closeAll();
  }
}
