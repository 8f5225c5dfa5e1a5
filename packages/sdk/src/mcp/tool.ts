import type { AnyShape } from './json-schema.js';

/** What an MCP tool returns. */
export interface CallToolResult {
  content: (
    | { type: 'text'; text: string }
    | { type: 'image'; data: string; mimeType: string }
    | { type: string; [field: string]: unknown }
  )[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [field: string]: unknown;
}

/** Hints on what a tool does. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** The values a raw shape describes. */
export type InferShape<S> = {
  [K in keyof S]: S[K] extends { _output: infer O } ? O : S[K] extends { _zod: { output: infer O } } ? O : unknown;
};

/** A JSON Schema in the place of a raw shape. */
export interface JsonObjectSchema {
  type: 'object';
  properties?: Record<string, unknown>;
  [keyword: string]: unknown;
}

/** A tool that runs in this process. */
export interface SdkMcpToolDefinition<S = never> {
  name: string;
  description: string;
  inputSchema: AnyShape | JsonObjectSchema;
  annotations?: ToolAnnotations;
  handler: (args: [S] extends [never] ? never : InferShape<S>, extra: unknown) => Promise<CallToolResult>;
}

/** Defines a tool that runs in this process: a raw shape of zod 3 or 4, or a JSON Schema, says what it takes. */
export function tool<S extends AnyShape | JsonObjectSchema>(
  name: string,
  description: string,
  inputSchema: S,
  handler: (args: S extends JsonObjectSchema ? Record<string, unknown> : InferShape<S>, extra: unknown) => Promise<CallToolResult>,
  extras?: { annotations?: ToolAnnotations },
): SdkMcpToolDefinition {
  return { name, description, inputSchema, handler: handler, ...(extras?.annotations && { annotations: extras.annotations }) };
}
