import type { WireMessage } from '@inboard/wire';

/** Follows what an engine still has to do, from the messages it sends. */
export class Progress {
  readonly #tasks = new Set<string>();
  #unanswered = false;
  #quiet: (() => void)[] = [];

  /** A prompt was sent that no result has answered. */
  get unanswered(): boolean {
    return this.#unanswered;
  }

  promptSent(): void {
    this.#unanswered = true;
  }

  note(message: WireMessage): void {
    if (message.type === 'result') this.#unanswered = false;
    if (message.type === 'system') this.#noteSystem(message);
    if (this.isQuiet) for (const resolve of this.#quiet.splice(0)) resolve();
  }

  /** Nothing is running and nothing in the background either. */
  get isQuiet(): boolean {
    return !this.#unanswered && this.#tasks.size === 0;
  }

  whenQuiet(): Promise<void> {
    return this.isQuiet ? Promise.resolve() : new Promise((resolve) => this.#quiet.push(resolve));
  }

  #noteSystem(message: WireMessage): void {
    if (message.subtype === 'init') this.#unanswered = true;
    if (message.subtype === 'task_started') this.#tasks.add(String(message.task_id));
    if (message.subtype === 'task_notification') this.#tasks.delete(String(message.task_id));
  }
}
