import { errorText } from '@inboard/wire';
import { failed } from '../define.js';
import type { Stage } from './call.js';

/** Runs the tool. Whatever it throws becomes an outcome; after an interrupt the call counts as interrupted. */
export const execute: Stage = async (call, context) => {
  if (context.signal.aborted) {
    call.outcome = failed('Interrupted: this call was not run.');
    return;
  }
  try {
    call.outcome = await untilAborted(call.tool!.run(call.input, context.toolContext(call)), context.signal); // `find` has set the tool
  } catch (error) {
    call.outcome = failed(context.signal.aborted ? 'Interrupted while it was running.' : `${call.name} failed: ${errorText(error)}`);
  }
};

/** Gives up on a tool that does not stop when told to. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => setTimeout(() => reject(new Error('aborted')), 500).unref();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop!);
  }
}
