import { quote } from '../quote.js';
import { multiplex } from './multiplex.js';

/** Where commands in a sandbox find the proxy. */
const proxyPort = 3128;

/** The descriptor that leads a forwarder to the proxy outside: no socket has to be made for it, so none has to be allowed. */
export const linkDescriptor = 5;

/** A program for Node: passes connections on a local port of the sandbox to the proxy, as streams of one link, and prints a line once it does. */
const forwarder = `
const net = require('node:net');
const { Duplex } = require('node:stream');
const link = new net.Socket({ fd: ${linkDescriptor} });
link.on('error', () => process.exit());
link.on('close', () => process.exit());
const { open } = (${multiplex.toString()})(Duplex, link);
net.createServer({ allowHalfOpen: true }, (client) => {
  const proxy = open();
  const end = () => { client.destroy(); proxy.destroy(); };
  for (const socket of [client, proxy]) socket.on('error', end);
  client.once('close', () => proxy.end(() => proxy.destroy()));
  proxy.once('close', () => client.end(() => client.destroy()));
  client.pipe(proxy);
  proxy.pipe(client);
}).listen(${proxyPort}, '127.0.0.1', () => process.stdout.write('ready\\n'));
process.stdout.on('error', () => {});
`;

/** Starts the way out first, in a shell that then becomes the program that was asked for and knows nothing of it. */
export function behindForwarder(shell: string, argv: string[]): string[] {
  const start = `${quote(process.execPath)} -e ${quote(forwarder)} 2>/dev/null 3>&-`;
  return [shell, '--norc', '--noprofile', '-c', `read -r _ < <(exec ${start}); exec "$@" ${linkDescriptor}>&-`, shell, ...argv];
}

/** The variables that lead programs to the proxy. */
export const proxyEnvironment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, `http://127.0.0.1:${proxyPort}`])),
  ALL_PROXY: `socks5h://127.0.0.1:${proxyPort}`,
  all_proxy: `socks5h://127.0.0.1:${proxyPort}`,
  NO_PROXY: 'localhost,127.0.0.1,::1',
  no_proxy: 'localhost,127.0.0.1,::1',
};
