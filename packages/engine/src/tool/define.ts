import { describeIssues, tools, type ApiContentBlockParam, type Infer, type ToolName, type Tools } from '@inboard/wire';
import * as z from 'zod';
import type { Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';

/** What a tool may use besides its input. */
export interface ToolContext {
  readonly sessionId: string;
  readonly toolUseId: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly port: Port;
  /** Aborted by an interrupt and at the end of the session. */
  readonly signal: AbortSignal;
}

/** What a call came to. A tool that fails returns `isError`; one that throws is reported the same way. */
export interface ToolOutcome {
  /** What the model reads. */
  content: string | ApiContentBlockParam[];
  /** What the host gets as `tool_use_result`. */
  result?: unknown;
  isError?: boolean;
}

/** The outcome of a call that cannot be done, in words for the model. */
export function failed(message: string): ToolOutcome {
  return { content: message, result: `Error: ${message}`, isError: true };
}

/** A tool the model can call, built in or from an MCP server. */
export interface Tool {
  readonly name: string;
  /** How the model is told to use it. */
  readonly description: string;
  /** JSON Schema of the input; made on first use. */
  inputSchema(): Record<string, unknown>;
  /** The checked input, or what is wrong with it in one line. */
  parse(input: unknown): { input: Record<string, unknown> } | { problem: string };
  /** Changes nothing: such calls may run side by side. */
  isReadOnly(input: Record<string, unknown>): boolean;
  /** May throw; must stop soon after the signal aborts. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** Makes a built-in tool from its definition in the protocol. */
export function builtinTool<N extends ToolName>(
  name: N,
  options: {
    prompt: string;
    readOnly?: boolean;
    run: (input: Infer<Tools[N]['input']>, context: ToolContext) => Promise<ToolOutcome>;
  },
): Tool {
  const definition = tools[name];
  let schema: Record<string, unknown> | undefined;
  return {
    name,
    description: options.prompt.trim(),
    inputSchema: () => (schema ??= jsonSchema(definition.input())),
    parse: (input) => {
      const parsed = definition.input().safeParse(input);
      return parsed.success ? { input: parsed.data } : { problem: describeIssues(parsed.error) };
    },
    isReadOnly: () => options.readOnly ?? false,
    run: (input, context) => options.run(input as Infer<Tools[N]['input']>, context), // `parse` has checked it
  };
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return rest;
}
