import { describeIssues, errorText } from '@inboard/wire';

/** Runs one step of a connection; what goes wrong in it says which step it was. */
export async function inPhase<T>(phase: string, timeout: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // The library limits each request; what comes before the first one is limited here.
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error('Request timed out')), timeout + graceMs).unref()),
  );
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw error instanceof StartError ? error : phaseError(phase, timeout, error);
  } finally {
    clearTimeout(timer);
  }
}

const graceMs = 50;

/** A server that could not even be started; says so in its own words. */
export class StartError extends Error {}

/** The same error, in words that name the step; its cause tells the rest. */
function phaseError(phase: string, timeout: number, error: unknown): Error {
  const text = isTimeout(error) ? `timed out after ${timeout} ms (MCP_TIMEOUT)` : `failed: ${causeText(error)}`;
  return new Error(`${phase} ${text}`, { cause: error });
}

/** Whether nothing came in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timed out/i.test(error.message);
}

/** The reason of an error, in one line; `fetch` keeps it one level down. */
export function causeText(error: unknown): string {
  if (error instanceof Error && /^\$?ZodError$/.test(error.name))
    return `what the server says makes no sense (${describeIssues(error as unknown as Parameters<typeof describeIssues>[0])})`; // by its name
  const cause = error instanceof TypeError && error.message === 'fetch failed' ? error.cause : undefined;
  if (!(cause instanceof Error)) return errorText(error);
  return `the server cannot be reached (${cause.message || String((cause as NodeJS.ErrnoException).code)})`; // several tries at once have a code and no words
}
