import type { EnterPlanModeInput, EnterPlanModeOutput } from '@inboard/wire';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './enter-plan-mode.md';

/** Begins to plan: from here on nothing may be changed until a plan is approved. */
export const enterPlanModeTool = builtinTool('EnterPlanMode', { prompt, readOnly: true, run: enterPlanMode });

async function enterPlanMode(_input: EnterPlanModeInput, context: ToolContext): Promise<ToolOutcome> {
  if (context.agentId !== undefined) return failed('A subagent cannot change the mode of the session.');
  if (context.permissionMode !== 'plan') {
    context.state.modeBeforePlan = context.permissionMode;
    context.setPermissionMode('plan');
  }
  const message = 'Plan mode is on: read and search, change nothing. When the plan stands, call ExitPlanMode with it.';
  const result: EnterPlanModeOutput = { message };
  return { content: message, result };
}
