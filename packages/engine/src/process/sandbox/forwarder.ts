/** Where commands in a sandbox find the proxy. */
export const proxyPort = 3128;

/** The socket of the proxy as commands in a sandbox see it. */
export const proxySocket = '/run/inboard-proxy.sock';

/** A program for Node: passes connections on a local port of the sandbox to the proxy's socket outside, and prints a line once it does. */
export const forwarder = `
const net = require('node:net');
net.createServer((client) => {
  const proxy = net.connect(${JSON.stringify(proxySocket)});
  const end = () => { client.destroy(); proxy.destroy(); };
  for (const socket of [client, proxy]) socket.on('error', end).on('close', end);
  client.pipe(proxy);
  proxy.pipe(client);
}).listen(${proxyPort}, '127.0.0.1', () => process.stdout.write('ready\\n'));
process.stdout.on('error', () => {});
`;

/** The variables that lead programs to the proxy. */
export const proxyEnvironment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, `http://127.0.0.1:${proxyPort}`])),
  ALL_PROXY: `socks5h://127.0.0.1:${proxyPort}`,
  all_proxy: `socks5h://127.0.0.1:${proxyPort}`,
  NO_PROXY: 'localhost,127.0.0.1,::1',
  no_proxy: 'localhost,127.0.0.1,::1',
};
