import type * as z from 'zod';
import { AgentError } from './errors.js';
import { lazy } from './lazy.js';

/** A memoised schema builder. */
export type SchemaThunk<S extends z.ZodType = z.ZodType> = () => S;
export type Infer<T extends SchemaThunk> = z.infer<ReturnType<T>>;

/** Which end of the connection sends a control request. */
export type Side = 'host' | 'engine';

/** One message on the stream. `fields` are those beyond `type` and `subtype`. */
export interface MessageDefinition<T extends string = string, U extends string = string, S extends SchemaThunk = SchemaThunk> {
  readonly type: T;
  /** One subtype, several that share a shape, or none. */
  readonly subtypes: readonly U[];
  readonly from: Side | 'both';
  readonly fields: S;
}

export function defineMessage<const T extends string, const U extends string = never, S extends z.ZodObject = z.ZodObject>(definition: {
  type: T;
  subtypes?: readonly U[];
  from?: Side | 'both';
  fields: () => S;
}): MessageDefinition<T, U, () => S> {
  return { type: definition.type, subtypes: definition.subtypes ?? [], from: definition.from ?? 'engine', fields: lazy(definition.fields) };
}

/** The TypeScript type of a message definition. */
export type MessageOf<D> = D extends unknown ? Simplify<Raw<D>> : never;
type Simplify<T> = { [K in keyof T]: T[K] };
type Raw<D> =
  D extends MessageDefinition<infer T, infer U, infer S>
    ? { type: T } & ([U] extends [never] ? unknown : { subtype: U }) & Infer<S>
    : never;

/** One control request: who sends it, what it carries, what a success answers. */
export interface ControlDefinition<
  N extends string = string,
  F extends Side = Side,
  P extends SchemaThunk = SchemaThunk,
  R extends SchemaThunk = SchemaThunk,
> {
  readonly subtype: N;
  /** The sides that may send it. */
  readonly from: readonly F[];
  readonly params: P;
  readonly result: R;
}

export function defineControl<const N extends string, const F extends Side, P extends z.ZodType, R extends z.ZodType>(definition: {
  subtype: N;
  from: readonly F[];
  params: () => P;
  result: () => R;
}): ControlDefinition<N, F, () => P, () => R> {
  return { ...definition, params: lazy(definition.params), result: lazy(definition.result) };
}

/** One hook event: its input beyond the base fields, what its matcher looks at, its specific output. */
export interface HookDefinition<N extends string = string, I extends SchemaThunk = SchemaThunk, O extends SchemaThunk = SchemaThunk> {
  readonly event: N;
  /** The input field a matcher is compared with; `null` when the event takes no matcher. */
  readonly matchOn: string | null;
  /** A gate decides whether something may happen: it never fails open. */
  readonly gate: boolean;
  readonly input: I;
  readonly output: O;
}

export function defineHook<const N extends string, I extends z.ZodObject, O extends z.ZodObject>(definition: {
  event: N;
  matchOn?: string;
  gate?: boolean;
  input: () => I;
  output: () => O;
}): HookDefinition<N, () => I, () => O> {
  return {
    event: definition.event,
    matchOn: definition.matchOn ?? null,
    gate: definition.gate ?? false,
    input: lazy(definition.input),
    output: lazy(definition.output),
  };
}

/** One built-in tool: its name, its other accepted names, what it takes and what `tool_use_result` holds. */
export interface ToolDefinition<N extends string = string, I extends SchemaThunk = SchemaThunk, O extends SchemaThunk = SchemaThunk> {
  readonly name: N;
  readonly aliases: readonly string[];
  readonly input: I;
  readonly output: O;
}

export function defineTool<const N extends string, I extends z.ZodType, O extends z.ZodType>(definition: {
  name: N;
  aliases?: readonly string[];
  input: () => I;
  output: () => O;
}): ToolDefinition<N, () => I, () => O> {
  return { name: definition.name, aliases: definition.aliases ?? [], input: lazy(definition.input), output: lazy(definition.output) };
}

/**
 * Checks a value against a schema and hands back the very same object, so that unknown fields pass
 * through untouched. Throws `invalid_message` with the path of the first problem.
 */
export function check<T extends SchemaThunk>(schema: T, value: unknown, what: string): Infer<T> {
  const parsed = schema().safeParse(value);
  if (parsed.success) return value as Infer<T>; // the schema has just said so
  throw new AgentError('invalid_message', `${what}: ${describeIssues(parsed.error)}`);
}

/** The problems of a failed validation as one readable line. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.flatMap((issue) => describeIssue(issue, [])).join('; ');
}

function describeIssue(issue: z.core.$ZodIssue, above: PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  const closest = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (closest) return closest.flatMap((inner) => describeIssue(inner, path));
  return [`${path.length === 0 ? '' : `${path.join('.')}: `}${issue.message}`];
}

/** Of the shapes a value could have had, the one it comes closest to: the fewest problems, none of them with the value as a whole. */
function closestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const inside = branches.flatMap(flatten).filter((issues) => issues.length > 0 && issues.every((issue) => issue.path.length > 0));
  return inside.toSorted((one, two) => one.length - two.length)[0];
}

/** A branch that is a choice itself, as its own branches. */
function flatten(branch: z.core.$ZodIssue[]): z.core.$ZodIssue[][] {
  const [only] = branch;
  return branch.length === 1 && only?.code === 'invalid_union' && only.path.length === 0 ? only.errors.flatMap(flatten) : [branch];
}
