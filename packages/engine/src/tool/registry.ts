import { canonicalToolName, type Options, type ToolName } from '@inboard/wire';
import type { ToolOffer } from '../model/model.js';
import { bashTool } from './builtin/bash/bash.js';
import { globTool } from './builtin/glob.js';
import { grepTool } from './builtin/grep.js';
import { readTool } from './builtin/read.js';
import { taskOutputTool } from './builtin/task-output.js';
import { taskStopTool } from './builtin/task-stop.js';
import type { Tool } from './define.js';

/** The built-in tools of this engine, in the order the model sees them. */
export const builtinTools: readonly Tool[] = [bashTool, globTool, grepTool, readTool, taskOutputTool, taskStopTool];

/** The tools of one session. */
export class ToolRegistry {
  readonly #tools: Map<string, Tool>;
  #offers: ToolOffer[] | undefined;

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name) ?? this.#tools.get(canonicalToolName(name));
  }

  names(): string[] {
    return [...this.#tools.keys()];
  }

  /** What the model is told; the same list every time, so that it stays cached. */
  offers(): readonly ToolOffer[] {
    return (this.#offers ??= [...this.#tools.values()].map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema(),
    })));
  }
}

/** Tools that neither write, run nor fetch. The others need permission, which only a caller that skips it can give yet. */
const harmless = new Set<string>(['Glob', 'Grep', 'Read', 'TodoWrite', 'AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'TaskOutput', 'TaskStop'] satisfies ToolName[]);

/** The built-in tools a session has: those named in `tools`, less those that a bare deny rule hides. */
export function selectTools(options: Pick<Options, 'tools' | 'disallowedTools' | 'permissionMode' | 'allowDangerouslySkipPermissions'>): Tool[] {
  const denied = new Set((options.disallowedTools ?? []).map(canonicalToolName));
  const named = Array.isArray(options.tools) ? new Set(options.tools.map(canonicalToolName)) : undefined;
  const skipsPermissions = named !== undefined && options.permissionMode === 'bypassPermissions' && options.allowDangerouslySkipPermissions;
  return builtinTools.filter((tool) => (named?.has(tool.name) ?? true) && !denied.has(tool.name) && (skipsPermissions || harmless.has(tool.name)));
}
