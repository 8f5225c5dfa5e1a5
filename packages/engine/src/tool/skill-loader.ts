import type { ToolOutcome } from './define.js';

/** Finds skills by name and makes them ready for the model. */
export interface SkillLoader {
  /** Must not reject: what goes wrong is an outcome. */
  load(name: string, argument: string): Promise<ToolOutcome>;
}
