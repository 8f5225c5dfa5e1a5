import {
  describeIssues,
  tools,
  type ApiContentBlockParam,
  type Infer,
  type PermissionMode,
  type ToolName,
  type Tools,
} from '@inboard/wire';
import * as z from 'zod';
import type { EnvFile } from '../process/env-file.js';
import type { Sandbox } from '../process/sandbox/sandbox.js';
import type { TaskRegistry } from '../process/task-registry.js';
import type { Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';
import type { ResultFiles } from '../session/result-files.js';
import type { AskModel } from './ask-model.js';
import type { AgentRunner } from './run-agent.js';
import type { SkillLoader } from './skill-loader.js';
import type { ToolState } from './state.js';

/** What a tool may use besides its input. */
export interface ToolContext {
  readonly sessionId: string;
  readonly toolUseId: string;
  /** The folder the session was started in. */
  readonly cwd: string;
  /** Every folder the agent may work in; the first is `cwd`. */
  readonly directories: readonly string[];
  readonly env: Environment;
  readonly port: Port;
  /** Aborted by an interrupt and at the end of the session. */
  readonly signal: AbortSignal;
  /** What tools remember from call to call. */
  readonly state: ToolState;
  /** Work that goes on after a call has ended. */
  readonly tasks: TaskRegistry;
  /** Where output goes that is too long for the model. */
  readonly results: ResultFiles;
  /** Variables that hooks have left for commands. */
  readonly envFile?: EnvFile;
  /** Asks a model aside from the conversation. */
  readonly askModel: AskModel;
  /** Asks whether a task may count as completed; returns the objection, if there is one. */
  readonly taskCompleted?: (task: { id: string; subject: string }) => Promise<string | undefined>;
  readonly permissionMode: PermissionMode;
  setPermissionMode(mode: PermissionMode): void;
  /** Every name of the files this call was judged by: nothing else may be opened in their place. */
  readonly judgedPaths?: readonly string[];
  /** False for files that a deny rule keeps from being read: tools that find files by themselves leave them out. */
  mayRead(path: string): boolean;
  /** Starts subagents; absent where they may not be started. */
  readonly agents?: AgentRunner;
  /** Confines shell commands, when the session asks for that. */
  readonly sandbox?: Sandbox;
  /** Loads skills; absent where there are none. */
  readonly skills?: SkillLoader;
  /** Set inside a subagent. */
  readonly agentId?: string;
  /** What settings say about whether searches leave out what git ignores. */
  readonly respectGitignore?: boolean;
  /** Where approved plans are written, if they are. */
  readonly plansFolder?: string;
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
  /** Changes nothing: such calls may run side by side, and need no record on the disk before they run. */
  isReadOnly(input: Record<string, unknown>): boolean;
  /** May run at the same time as its neighbours although it changes something. */
  isConcurrencySafe?(input: Record<string, unknown>): boolean;
  /** Always goes to the person behind the host, whatever rules and mode say. */
  readonly needsUser?: boolean;
  /** Fields of the input that others fill in. The model is not told of them, and what it puts there is dropped. */
  readonly notForModel?: readonly string[];
  /** May throw; must stop soon after the signal aborts. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

export interface BuiltinOptions<N extends ToolName> {
  prompt: string;
  readOnly?: boolean | ((input: Infer<Tools[N]['input']>) => boolean);
  concurrencySafe?: boolean;
  needsUser?: boolean;
  notForModel?: readonly string[];
  run: (input: Infer<Tools[N]['input']>, context: ToolContext) => Promise<ToolOutcome>;
}

/** Makes a built-in tool from its definition in the protocol. */
export function builtinTool<N extends ToolName>(name: N, options: BuiltinOptions<N>): Tool {
  const definition = tools[name];
  const { readOnly = false, notForModel = [] } = options;
  type Input = Infer<Tools[N]['input']>; // what `parse` has checked
  let schema: Record<string, unknown> | undefined;
  return {
    name,
    description: options.prompt.trim(),
    inputSchema: () => (schema ??= jsonSchema(definition.input(), notForModel)),
    parse: (input) => {
      const parsed = definition.input().safeParse(input);
      return parsed.success ? { input: parsed.data } : { problem: describeIssues(parsed.error) };
    },
    isReadOnly: (input) => (typeof readOnly === 'function' ? readOnly(input as Input) : readOnly),
    isConcurrencySafe: () => options.concurrencySafe ?? false,
    ...(options.needsUser && { needsUser: true }),
    notForModel,
    run: (input, context) => options.run(input as Input, context),
  };
}

function jsonSchema(schema: z.ZodType, hidden: readonly string[]): Record<string, unknown> {
  const { $schema: _, properties, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return { ...rest, properties: without(properties as Record<string, unknown>, hidden) }; // every input is an object
}

/** An object less some of its fields. */
export function without(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return names.length === 0 ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
