// A program that ends a query in the way its argument names, says what is left and must then exit by itself.
import { getEventListeners } from 'node:events';

const { sdkPath, how, prompt, options } = JSON.parse(process.argv[2]);
const { query, AbortError } = await import(sdkPath);
const abortController = new AbortController();
process.on('unhandledRejection', (error) => {
  console.log(`unhandled: ${error}`);
  process.exit(9);
});

const start = () => query({ prompt, options: { ...options, abortController } });

const endings = {
  async readAll(q) {
    for await (const message of q) void message;
  },
  async breakOut(q) {
    for await (const message of q) if (message.type === 'assistant') break;
  },
  async returnEarly(q) {
    await q.next();
    await q.return();
  },
  async returnUnread(q) {
    await q.return();
  },
  async throwInto(q) {
    await q.next();
    await q.throw(new Error('mine')).catch(() => undefined);
  },
  async closeTwice(q) {
    await q.next();
    q.close();
    q.close();
    for await (const message of q) throw new Error(`a message after close: ${message.type}`);
    await q.return();
  },
  async dispose(q) {
    await q.next();
    await q[Symbol.asyncDispose]();
  },
  async abort(q) {
    await q.next();
    abortController.abort();
    const error = await q.next().catch((thrown) => thrown);
    if (!(error instanceof AbortError)) throw new Error(`not an AbortError: ${error}`);
    await q.return();
  },
};

/** A query that nobody holds any more is ended by the garbage collector. */
async function forget() {
  let q = start();
  while ((await q.next()).value.type !== 'stream_event');
  const { pid } = await q.initializationResult();
  q = undefined;
  return pid;
}

let pid;
if (how === 'forget') {
  pid = await forget();
  const alive = () => (pid === process.pid ? process.getActiveResourcesInfo().includes('TCPSocketWrap') : isAlive(pid));
  for (let tries = 0; tries < 400 && alive(); tries += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
} else {
  const q = start();
  pid = await q.initializationResult().then((result) => result.pid);
  await endings[how](q);
}
// What was destroyed is gone a few turns of the event loop later.
for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));

function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

const left = process.getActiveResourcesInfo().filter((name) => !['PipeWrap', 'TTYWrap', 'Immediate'].includes(name));
console.log(
  JSON.stringify({
    left,
    listeners: getEventListeners(abortController.signal, 'abort').length,
    engineAlive: pid !== process.pid && isAlive(pid),
  }),
);
