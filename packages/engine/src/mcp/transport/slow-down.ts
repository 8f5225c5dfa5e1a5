const windowMs = 10_000;
const freeInWindow = 10;
const waitMs = 1000;

/** Lets the first few pass; more in a short time wait, so that a server that hangs up at once is not called without end. */
export function slowDown(): (signal: AbortSignal | null | undefined) => Promise<void> {
  let recent: number[] = [];
  return async (signal) => {
    const now = performance.now();
    recent = [...recent.filter((time) => time > now - windowMs), now].slice(-freeInWindow - 1);
    if (recent.length <= freeInWindow) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs).unref();
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  };
}
