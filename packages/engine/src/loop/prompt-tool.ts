import { describeIssues, permissionResult, type PermissionResult } from '@inboard/wire';
import type { Question } from '../permission/question.js';
import type { ToolContext, ToolOutcome } from '../tool/define.js';
import type { Turn } from './turn.js';

/** Lets the tool named by `permissionPromptToolName` answer questions. Whatever goes wrong is a no with the reason. */
export function promptTool(
  turn: Turn,
  toolContext: (id: string) => ToolContext,
): ((question: Question) => Promise<PermissionResult>) | undefined {
  const { options, tools, mcp } = turn.session;
  const name = options.permissionPromptToolName;
  if (name === undefined || name === 'stdio') return undefined;
  return async (question) => {
    try {
      await mcp.whenToolReady(name);
      const tool = tools.find(name);
      if (!tool) return no(`there is no tool "${name}"`);
      const asked = { tool_name: question.toolName, input: question.input, tool_use_id: question.toolUseId };
      return readAnswer(await tool.run(asked, toolContext(question.toolUseId)), name);
    } catch (error) {
      return no(error instanceof Error ? error.message : String(error));
    }
  };
}

/** The tool answers with the JSON of a permission result, as text. */
function readAnswer(outcome: ToolOutcome, name: string): PermissionResult {
  const blocks = typeof outcome.content === 'string' ? [{ type: 'text', text: outcome.content }] : outcome.content;
  const text = blocks.map((block) => ('text' in block && typeof block.text === 'string' ? block.text : '')).join('');
  if (outcome.isError) return no(`${name} failed: ${text}`);
  const value: unknown = JSON.parse(text);
  const parsed = permissionResult().safeParse(value);
  return parsed.success ? parsed.data : no(`${name} gave no proper answer: ${describeIssues(parsed.error)}`);
}

function no(why: string): PermissionResult {
  return { behavior: 'deny', message: `Permission could not be asked for: ${why}` };
}
