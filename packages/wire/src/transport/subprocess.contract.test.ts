import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transportContract } from '@inboard/testing/contract';
import { streamTransport } from './stream.js';
import { subprocessTransport } from './subprocess.js';

const bridge = fileURLToPath(new URL('fixture/bridge.js', import.meta.url));

transportContract('subprocess', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inboard-bridge-'));
  const path = join(folder, 'socket');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const one = subprocessTransport({ command: process.execPath, args: [bridge, path], env: process.env, grace: { term: 300, kill: 1000 } });
  const sockets: Socket[] = [];
  while (sockets.length < 2) sockets.push(...((await once(server, 'connection')) as [Socket]));
  const two = streamTransport({ readable: sockets[0]!, writable: sockets[1]! });
  const cleanUp = async () => {
    server.close();
    await one.exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { one, two, cleanUp };
});
