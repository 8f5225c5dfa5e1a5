import type { Transport } from '@inboard/wire';

const usualMs = 30_000;
const afterInputMs = 1000;

/**
 * Says now and then that the engine is alive. After the end of input it says so often: a host that
 * is gone shows itself by the write that fails.
 */
export function keepAlive(transport: Transport, inputEnd: Promise<void>): () => void {
  const beat = () => void transport.send({ type: 'keep_alive' }).catch(() => undefined); // the transport's signal tells the rest
  let timer = setInterval(beat, usualMs).unref();
  let stopped = false;
  void inputEnd
    .catch(() => undefined)
    .then(() => {
      if (stopped) return;
      clearInterval(timer);
      timer = setInterval(beat, afterInputMs).unref();
    });
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
