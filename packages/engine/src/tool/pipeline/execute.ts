import { errorText } from '@inboard/wire';
import { failed } from '../define.js';
import { endCall, type CallContext, type Stage, type ToolCall } from './call.js';
import { refuse } from './permit.js';

/** Runs the tool, unless the approval no longer fits. Whatever it throws becomes an outcome; after an interrupt the call counts as interrupted. */
export const execute: Stage = async (call, context) => {
  if (context.signal.aborted) return endCall(call, failed('Interrupted: this call was not run.'));
  const denial = context.permission.confirm(call);
  if (denial) return refuse(call, context, denial);
  const tool = call.tool!; // `find` has set it
  if (!tool.isReadOnly(call.input)) context.beforeEffect(call);
  const stopReporting = reportProgress(call, context);
  const started = performance.now();
  try {
    call.outcome = await untilAborted(tool.run(call.input, context.toolContext(call)), context.signal);
  } catch (error) {
    call.outcome = failed(context.signal.aborted ? 'Interrupted while it was running.' : `${call.name} failed: ${errorText(error)}`);
  } finally {
    stopReporting();
    call.durationMs = performance.now() - started;
  }
};

const progressEveryMs = 3000;

/** Tells the host now and then that a long call is still running. */
function reportProgress(call: ToolCall, context: CallContext): () => void {
  let seconds = 0;
  const timer = setInterval(() => context.progress(call, (seconds += progressEveryMs / 1000)), progressEveryMs).unref();
  return () => clearInterval(timer);
}

/** Gives up on a tool that does not stop when told to. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => setTimeout(() => reject(new Error('aborted')), 900).unref();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop!);
  }
}
