// An engine behind a connection of your own, here a TCP socket: it could be another machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createEngine } from '@inboard/engine';
import { streamTransport } from '@inboard/wire/stdio';
import { query } from 'inboard';

// #region own-transport
const server = createServer((socket) => {
  const engine = createEngine({ cwd: process.cwd(), env: process.env, model: 'offline', persistSession: false });
  void engine.attach(streamTransport({ readable: socket, writable: socket }));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
const transport = streamTransport({ readable: socket, writable: socket });
const answers: string[] = [];
for await (const message of query({ prompt: 'read package.json and tell me the name', transport })) {
  if (message.type === 'result' && message.subtype === 'success') answers.push(message.result);
}
// #endregion

server.close();
console.log(answers);
assert.deepEqual(answers, ['The name is "inboard-workspace".']);
