import type { ServerResponse } from 'node:http';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import type { After, Step } from './script.js';

const pingEveryMs = 10;

/** Does to a connection what a step says. */
export async function play(step: Step, response: ServerResponse): Promise<void> {
  switch (step.kind) {
    case 'silence':
      return;
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'status':
      return void response.writeHead(step.status, step.headers).end(step.body);
    case 'later':
      await sleep(step.delayMs);
      return play(step.step, response);
    case 'stream':
      response.writeHead(step.status, { 'content-type': 'text/event-stream', ...step.headers });
      response.flushHeaders();
      await writePieces(step, response);
      return finish(step.after, response);
  }
}

async function writePieces(step: Extract<Step, { kind: 'stream' }>, response: ServerResponse): Promise<void> {
  // Without a delay whole events go out together, as they do from a fast server.
  const together = step.delayMs === 0 && step.pieces.every((piece) => typeof piece === 'string');
  for (const piece of together ? [step.pieces.join('')] : step.pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
    await (step.delayMs === 0 ? nextTick() : sleep(step.delayMs));
  }
}

/** Resolves when there is room again, or nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

async function finish(after: After, response: ServerResponse): Promise<void> {
  if (after === 'end') response.end();
  if (after === 'ping') return keepPinging(response);
  if (after !== 'reset') return;
  // What was written must arrive before the connection is torn.
  await sleep(20);
  response.socket?.resetAndDestroy();
}

async function keepPinging(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('event: ping\ndata: {"type":"ping"}\n\n');
    await sleep(pingEveryMs);
  }
}
