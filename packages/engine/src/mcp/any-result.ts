import type { StandardSchemaV1 } from '@modelcontextprotocol/client';

/** Takes any answer as it is: what a server says is judged where it is used, one part at a time. */
export const anyResult: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'inboard', validate: (value: unknown) => ({ value: value as Record<string, unknown> }) }, // JSON-RPC results are objects
};
