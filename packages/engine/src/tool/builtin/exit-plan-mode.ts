import type { ExitPlanModeInput, ExitPlanModeOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './exit-plan-mode.md';

/** Shows the plan to the person; it runs once they have approved it, perhaps with changes. */
export const exitPlanModeTool = builtinTool('ExitPlanMode', { prompt, readOnly: true, needsUser: true, run: exitPlanMode });

async function exitPlanMode(input: ExitPlanModeInput, context: ToolContext): Promise<ToolOutcome> {
  const { state } = context;
  const plan = input.plan ?? state.plan;
  if (plan !== state.plan) state.remember('plan', (state.plan = plan));
  // Whoever approved may have chosen a mode already; that choice stands.
  if (context.permissionMode === 'plan') context.setPermissionMode(state.modeBeforePlan ?? 'default');
  state.modeBeforePlan = undefined;
  const result: ExitPlanModeOutput = { plan, isAgent: context.agentId !== undefined };
  const approved = 'The plan is approved and plan mode is over. Carry it out.';
  return { content: plan === null ? approved : `${approved} As approved:\n\n${plan}`, result };
}
