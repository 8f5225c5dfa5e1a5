import type * as z from 'zod';
import type { SchemaThunk } from '../define.js';
import { lazy } from '../lazy.js';
import type { Form } from './form.js';

/** One option: what it is for, its type, and how it reaches an engine that runs elsewhere. */
export interface OptionRow<S extends SchemaThunk = SchemaThunk, H extends boolean = boolean> {
  readonly doc: string;
  readonly schema: S;
  /** What holds when it is not given, in words. */
  readonly default: string;
  readonly flag?: { readonly name: string; readonly aliases: readonly string[]; readonly form: Form };
  /** Its field in the `initialize` request. */
  readonly initialize?: string;
  /** The variable that carries it in the environment. */
  readonly environment?: string;
  /** It stays with the host: an engine never sees it. */
  readonly host: H;
}

/** Makes a row. */
export function option<S extends z.ZodType, const H extends boolean = false>(row: {
  doc: string;
  default?: string;
  schema: () => S;
  flag?: [name: string, form: Form, ...aliases: string[]];
  initialize?: string;
  environment?: string;
  host?: H;
}): OptionRow<() => S, H> {
  const { flag, schema, ...rest } = row;
  return {
    ...rest,
    host: (row.host ?? false) as H, // `false` is its default
    default: row.default ?? 'none',
    schema: lazy(schema),
    ...(flag && { flag: { name: flag[0], form: flag[1], aliases: flag.slice(2) as string[] } }), // what follows the form are names
  };
}
