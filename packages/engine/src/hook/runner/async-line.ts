import { asyncHookOutput, type AsyncHookJSONOutput } from '@inboard/wire';

/** The longest time a timer takes. */
const longestMs = 2 ** 31 - 1;

/** Milliseconds for a command whose first line says `{"async": true}`; undefined as long as it does not say so. */
export function asyncLimit(stdout: string, otherwiseMs: number): number | undefined {
  const said = asyncLine(stdout)?.said;
  return said && Math.min(said.asyncTimeout === undefined ? otherwiseMs : Math.max(said.asyncTimeout, 0), longestMs);
}

/** What a command printed after such a line. */
export function withoutAsyncLine(stdout: string): string {
  return asyncLine(stdout)?.rest ?? stdout;
}

function asyncLine(stdout: string): { said: AsyncHookJSONOutput; rest: string } | undefined {
  const end = stdout.indexOf('\n');
  const line = end === -1 ? '' : stdout.slice(0, end).trim();
  if (!line.startsWith('{') || !line.includes('"async"')) return undefined;
  try {
    const parsed = asyncHookOutput().safeParse(JSON.parse(line));
    return parsed.success ? { said: parsed.data, rest: stdout.slice(end + 1) } : undefined;
  } catch {
    return undefined; // not JSON by itself: a longer answer that begins like this
  }
}
