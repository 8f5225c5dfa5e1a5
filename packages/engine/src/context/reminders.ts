import type { PermissionMode } from '@inboard/wire';
import type { ToolState } from '../tool/state.js';
import { changedFiles } from './changed-files.js';
import { contextBlock } from './context-block.js';
import planOff from './plan-off.md';
import planOn from './plan-on.md';
import todosWait from './todos-wait.md';

type Block = ReturnType<typeof contextBlock>;

/** Batches of calls without a word on the list of things to do. */
const patience = 10;

/** What the model is told now and then, next to what the user says: the system prompt stays as it is, and cached. */
export class Reminders {
  readonly #told = new Map<string, string>();
  /** How to work in plan mode, in the host's words. */
  planInstructions = '';
  #mode: PermissionMode = 'default';
  #batches = 0;

  /** What goes along with a prompt. */
  async forPrompt(state: ToolState, mode: PermissionMode): Promise<Block[]> {
    const blocks: Block[] = [];
    if (mode === 'plan')
      blocks.push(
        contextBlock(
          'plan mode',
          planOn.trim().replace('{instructions}', () => (this.planInstructions === '' ? '' : `\n\n${this.planInstructions}\n\n`)),
        ),
      );
    else if (this.#mode === 'plan') blocks.push(contextBlock('plan mode', planOff.trim()));
    this.#mode = mode;
    const changed = await changedFiles(state.files, this.#told);
    if (changed.length > 0)
      blocks.push(
        contextBlock('changed files', `Changed since you saw them; read them again before you rely on them:\n${changed.join('\n')}`),
      );
    return blocks;
  }

  /** What goes along with the results of some calls. */
  afterCalls(names: readonly string[], state: ToolState): Block[] {
    const open = state.todos.filter(({ status }) => status !== 'completed');
    this.#batches = open.length === 0 || names.includes('TodoWrite') ? 0 : this.#batches + 1;
    if (this.#batches < patience) return [];
    this.#batches = 0;
    return [
      contextBlock('things to do', `${todosWait.trim()}\n${open.map(({ status, content }) => `- [${status}] ${content}`).join('\n')}`),
    ];
  }
}
