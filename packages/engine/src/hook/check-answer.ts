import { describeIssues, hooks as definitions, syncHookOutput, type HookEvent } from '@inboard/wire';
import type * as z from 'zod';
import type { HandlerEnd } from './handler.js';

/** Fields of newer hosts that ask for nothing we could get wrong by leaving it out. */
const harmless = new Set(['terminalSequence', 'classifierContext', 'sessionTitle', 'watchPaths', 'async', 'asyncTimeout']);

/** An answer that does not fit what its event defines is a failed hook, not an opinion. */
export function checkAnswer(event: HookEvent, end: HandlerEnd): HandlerEnd {
  if (end.kind !== 'ran') return end;
  const problem = problemOf(event, end.output);
  return problem === undefined ? end : { ...end, kind: 'failed', reason: problem };
}

function problemOf(event: HookEvent, output: Extract<HandlerEnd, { kind: 'ran' }>['output']): string | undefined {
  const specific = output.hookSpecificOutput;
  const definition = definitions[event];
  if (specific && specific.hookEventName !== event) return `it answered for ${specific.hookEventName} instead of ${event}.`;
  const checked = specific && definition.output().safeParse(specific);
  if (checked?.success === false) return `its answer is not valid: ${describeIssues(checked.error)}`;
  // A gate with a misspelt "no" must not be a gate that stands open.
  const unknown = definition.gate ? [...unknownIn(output, syncHookOutput()), ...unknownIn(specific ?? {}, definition.output())] : [];
  return unknown.length === 0 ? undefined : `its answer has fields that ${event} does not know: ${unknown.join(', ')}.`;
}

function unknownIn(value: object, schema: z.ZodObject): string[] {
  return Object.keys(value).filter((name) => name !== 'hookEventName' && !Object.hasOwn(schema.shape, name) && !harmless.has(name));
}
