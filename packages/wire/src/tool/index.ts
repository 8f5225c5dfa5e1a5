import type { ToolDefinition } from '../define.js';
import { askUserQuestionTool } from './ask-user-question.js';
import { bashTool } from './bash.js';
import { configTool } from './config.js';
import { editTool } from './edit.js';
import { enterPlanModeTool } from './enter-plan-mode.js';
import { enterWorktreeTool } from './enter-worktree.js';
import { exitPlanModeTool } from './exit-plan-mode.js';
import { globTool } from './glob.js';
import { grepTool } from './grep.js';
import { listMcpResourcesTool } from './list-mcp-resources-tool.js';
import { notebookEditTool } from './notebook-edit.js';
import { readTool } from './read.js';
import { readMcpResourceTool } from './read-mcp-resource-tool.js';
import { skillTool } from './skill.js';
import { structuredOutputTool } from './structured-output.js';
import { subscribeMcpResourceTool } from './subscribe-mcp-resource.js';
import { subscribePollingTool } from './subscribe-polling.js';
import { taskTool } from './task.js';
import { taskOutputTool } from './task-output.js';
import { taskStopTool } from './task-stop.js';
import { todoWriteTool } from './todo-write.js';
import { unsubscribeMcpResourceTool } from './unsubscribe-mcp-resource.js';
import { unsubscribePollingTool } from './unsubscribe-polling.js';
import { webFetchTool } from './web-fetch.js';
import { webSearchTool } from './web-search.js';
import { writeTool } from './write.js';

export * from './ask-user-question.js';
export * from './bash.js';
export * from './config.js';
export * from './edit.js';
export * from './enter-plan-mode.js';
export * from './enter-worktree.js';
export * from './exit-plan-mode.js';
export * from './glob.js';
export * from './grep.js';
export * from './list-mcp-resources-tool.js';
export * from './notebook-edit.js';
export * from './read.js';
export * from './read-mcp-resource-tool.js';
export * from './skill.js';
export * from './structured-output.js';
export * from './subscribe-mcp-resource.js';
export * from './subscribe-polling.js';
export * from './task.js';
export * from './task-output.js';
export * from './task-stop.js';
export * from './todo-write.js';
export * from './unsubscribe-mcp-resource.js';
export * from './unsubscribe-polling.js';
export * from './web-fetch.js';
export * from './web-search.js';
export * from './write.js';

/** Every built-in tool of the protocol. */
export const tools = {
  Task: taskTool,
  TaskOutput: taskOutputTool,
  Bash: bashTool,
  Glob: globTool,
  Grep: grepTool,
  ExitPlanMode: exitPlanModeTool,
  Read: readTool,
  Edit: editTool,
  Write: writeTool,
  NotebookEdit: notebookEditTool,
  WebFetch: webFetchTool,
  TodoWrite: todoWriteTool,
  WebSearch: webSearchTool,
  TaskStop: taskStopTool,
  AskUserQuestion: askUserQuestionTool,
  Skill: skillTool,
  EnterPlanMode: enterPlanModeTool,
  ListMcpResourcesTool: listMcpResourcesTool,
  ReadMcpResourceTool: readMcpResourceTool,
  SubscribeMcpResource: subscribeMcpResourceTool,
  UnsubscribeMcpResource: unsubscribeMcpResourceTool,
  SubscribePolling: subscribePollingTool,
  UnsubscribePolling: unsubscribePollingTool,
  Config: configTool,
  EnterWorktree: enterWorktreeTool,
  StructuredOutput: structuredOutputTool,
} as const satisfies Record<string, ToolDefinition>;

export type Tools = typeof tools;
export type ToolName = keyof Tools;

/** Old and other names, each with the one we use. */
export const toolAliases: Readonly<Record<string, ToolName>> = Object.fromEntries(
  Object.values(tools).flatMap((tool) => tool.aliases.map((alias) => [alias, tool.name])),
);

/** The name we use for a tool, whatever name it came by. */
export function canonicalToolName(name: string): string {
  return Object.hasOwn(toolAliases, name) ? toolAliases[name]! : name;
}
