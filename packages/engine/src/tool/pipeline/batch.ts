import { runCall, type CallContext, type ToolCall } from './index.js';

/** Calls that may run at the same time. */
export const maxParallelCalls = 10;

/**
 * Runs the calls of one reply: neighbours that change nothing side by side, the others alone and in
 * order. `onDone` is told of each call in the order of the reply.
 */
export async function runBatch(calls: readonly ToolCall[], context: CallContext, onDone: (call: ToolCall) => Promise<void>): Promise<void> {
  for (const group of groups(calls, context)) {
    const running = limited(group, (call) => runCall(call, context));
    for (const call of running) await onDone(await call);
  }
}

function groups(calls: readonly ToolCall[], context: CallContext): ToolCall[][] {
  const grouped: ToolCall[][] = [];
  let open = false;
  for (const call of calls) {
    const parallel = mayRunBeside(call, context);
    if (parallel && open) grouped.at(-1)!.push(call);
    else grouped.push([call]);
    open = parallel;
  }
  return grouped;
}

function mayRunBeside(call: ToolCall, context: CallContext): boolean {
  const tool = context.findTool(call.name);
  const parsed = tool?.parse(call.input);
  if (!tool || !parsed || 'problem' in parsed) return true; // it will not run at all
  return tool.isReadOnly(parsed.input) || (tool.isConcurrencySafe?.(parsed.input) ?? false);
}

/** Starts at most `maxParallelCalls` at once; the promises are in the order of the calls. */
function limited<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R>[] {
  const started: Promise<R>[] = [];
  for (const [index, item] of items.entries()) {
    const slot = index < maxParallelCalls ? undefined : started[index - maxParallelCalls];
    started.push(slot ? slot.then(() => work(item)) : work(item));
  }
  return started;
}
