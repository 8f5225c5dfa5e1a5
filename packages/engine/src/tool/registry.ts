import { canonicalToolName, type Options } from '@inboard/wire';
import type { ToolOffer } from '../model/model.js';
import { askUserQuestionTool } from './builtin/ask-user-question.js';
import { enterPlanModeTool } from './builtin/enter-plan-mode.js';
import { exitPlanModeTool } from './builtin/exit-plan-mode.js';
import { editTool } from './builtin/edit/edit.js';
import { globTool } from './builtin/glob/glob.js';
import { grepTool } from './builtin/grep/grep.js';
import { notebookEditTool } from './builtin/notebook/notebook-edit.js';
import { readTool } from './builtin/read/read.js';
import { bashTool } from './builtin/bash/bash.js';
import { skillTool } from './builtin/skill.js';
import { taskOutputTool } from './builtin/task-output.js';
import { taskStopTool } from './builtin/task-stop.js';
import { taskTool } from './builtin/task.js';
import { todoWriteTool } from './builtin/todo-write.js';
import { webFetchTool } from './builtin/web-fetch/web-fetch.js';
import { webSearchTool } from './builtin/web-search/web-search.js';
import { writeTool } from './builtin/write/write.js';
import type { Tool } from './define.js';

/** The built-in tools of this engine, in the order the model sees them. */
export const builtinTools: readonly Tool[] = [
  taskTool,
  taskOutputTool,
  bashTool,
  globTool,
  grepTool,
  exitPlanModeTool,
  readTool,
  editTool,
  writeTool,
  notebookEditTool,
  webFetchTool,
  todoWriteTool,
  webSearchTool,
  taskStopTool,
  askUserQuestionTool,
  enterPlanModeTool,
  skillTool,
];

/** The tools of one session, by origin: built in, from MCP servers, for structured output. */
export class ToolRegistry {
  readonly #origins = new Map<string, readonly Tool[]>();
  readonly #describe: (tool: Tool) => string;
  #byName = new Map<string, Tool>();
  #aliases: ReadonlyMap<string, string> = new Map();
  #offers: ToolOffer[] | undefined;
  #has: (name: string) => boolean = () => true;

  /** `describe` may add to what the model is told of a tool; it is asked once, with the first request. */
  constructor(builtin: readonly Tool[], describe: (tool: Tool) => string = (tool) => tool.description) {
    this.#describe = describe;
    this.set('builtin', builtin);
  }

  /** Sets the tools of one origin; what it had before is replaced. A name that is taken stays with its first owner. */
  set(origin: string, tools: readonly Tool[]): void {
    this.#origins.set(origin, tools);
    this.#sort();
  }

  /** Keeps only tools whose name fits, of every origin, now and later. */
  limit(has: (name: string) => boolean): void {
    this.#has = has;
    this.#sort();
  }

  #sort(): void {
    const all = [...this.#origins.values()].flat().filter(({ name }) => this.#has(name));
    this.#byName = new Map(all.toReversed().map((tool) => [tool.name, tool]));
    this.#offers = undefined;
  }

  /** Other names the host wants the model to be understood by. */
  setAliases(aliases: Readonly<Record<string, string>>): void {
    this.#aliases = new Map(Object.entries(aliases));
  }

  find(given: string): Tool | undefined {
    const name = this.#aliases.get(given) ?? given;
    return this.#byName.get(name) ?? this.#byName.get(canonicalToolName(name));
  }

  all(): Tool[] {
    return [...this.#byName.values()].toReversed();
  }

  names(): string[] {
    return this.all().map((tool) => tool.name);
  }

  /** What the model is told; the same list as long as the tools are the same, so that it stays cached. */
  offers(): readonly ToolOffer[] {
    return (this.#offers ??= this.all().map((tool) => ({
      name: tool.name,
      description: this.#describe(tool),
      input_schema: tool.inputSchema(),
    })));
  }
}

/** Whether a bare deny rule hides a tool, or all tools of its MCP server, from the model. */
export function isHidden(name: string, options: Pick<Options, 'disallowedTools'>): boolean {
  return (options.disallowedTools ?? [])
    .map(canonicalToolName)
    .some((rule) => rule === name || name.startsWith(`${rule}__`) || (rule.endsWith('__*') && name.startsWith(rule.slice(0, -1))));
}

/** The built-in tools a session has: those named in `tools`, less those that a bare deny rule hides. */
export function selectTools(options: Pick<Options, 'tools' | 'disallowedTools'>): Tool[] {
  const named = Array.isArray(options.tools) ? new Set(options.tools.map(canonicalToolName)) : undefined;
  return builtinTools.filter((tool) => (named?.has(tool.name) ?? true) && !isHidden(tool.name, options));
}
