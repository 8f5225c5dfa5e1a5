import { fileURLToPath } from 'node:url';
import type { JsonRpcMessage } from '@inboard/wire';
import { expect, it } from 'vitest';
import { StdioTransport } from './stdio.js';

const script = fileURLToPath(new URL('../../../../../test/support/faulty-server.mjs', import.meta.url));

it('keeps nothing of a notification of a gigabyte', async () => {
  const transport = new StdioTransport(
    { command: process.execPath, args: [script] },
    { cwd: process.cwd(), env: { PATH: process.env.PATH } },
  );
  const problems: string[] = [];
  transport.onerror = (error) => problems.push(error.message);
  const answer = new Promise<JsonRpcMessage>((resolve) => (transport.onmessage = resolve));
  await transport.start();
  const before = process.memoryUsage().rss;
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'flood', arguments: { bytes: 2 ** 30 } } });
  expect(await answer).toEqual({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'dry again' }] } });
  expect(problems).toEqual([expect.stringMatching(/^A line of 10\d{8} bytes is above the limit/)]);
  expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  await transport.close();
});
