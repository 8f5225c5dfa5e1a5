import { fileURLToPath } from 'node:url';

/** A server with one tool that does what it should. */
export const echoServer = { command: process.execPath, args: [fileURLToPath(new URL('echo-server.mjs', import.meta.url))] };
