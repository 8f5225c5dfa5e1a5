import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const saved = plan === null ? {} : savePlan(plan, context);
  const result: ExitPlanModeOutput = {
    plan,
    isAgent: context.agentId !== undefined,
    ...(saved.path !== undefined && { filePath: saved.path }),
  };
  const approved = `The plan is approved and plan mode is over. Carry it out.${saved.note ?? ''}`;
  return { content: plan === null ? approved : `${approved} As approved:\n\n${plan}`, result };
}

/** Writes an approved plan where settings want it. A plan that cannot be written is a plan all the same. */
function savePlan(plan: string, { plansFolder, port, sessionId }: ToolContext): { path?: string; note?: string } {
  if (plansFolder === undefined) return {};
  const path = join(plansFolder, `${port.now().toISOString().slice(0, 19).replaceAll(':', '-')}-${sessionId.slice(0, 8)}.md`);
  try {
    mkdirSync(plansFolder, { recursive: true });
    writeFileSync(path, `${plan.trimEnd()}\n`, { flag: 'wx' });
    return { path, note: ` It is kept in ${path}.` };
  } catch (error) {
    return { note: ` It could not be kept in ${plansFolder}: ${(error as Error).message}.` };
  }
}
