import type { WireMessage } from '@inboard/wire';

/** How long an engine that was sent more prompts than it gave results may take to begin the next turn. */
const nextTurnMs = 1000;

/** Follows what an engine still has to do, from the messages it sends. */
export class Progress {
  readonly #tasks = new Set<string>();
  #prompts = 0;
  #results = 0;
  #unanswered = false;
  #quiet: (() => void)[] = [];
  #settling: NodeJS.Timeout | undefined;

  /** A prompt was sent that no result has answered. */
  get unanswered(): boolean {
    return this.#unanswered;
  }

  /** A result was delivered, whatever it said. */
  get hasResult(): boolean {
    return this.#results > 0;
  }

  promptSent(): void {
    this.#prompts += 1;
    this.#unanswered = true;
  }

  note(message: WireMessage): void {
    if (message.type === 'result') {
      this.#unanswered = false;
      this.#results += 1;
    }
    if (message.type === 'system') this.#noteSystem(message);
    this.#settle();
  }

  /** Resolves when nothing is running, in the background neither. Prompts may have been merged into one turn or have turns to come. */
  whenQuiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#quiet.push(resolve);
      this.#settle();
    });
  }

  /** Nothing more will be waited for. */
  stop(): void {
    clearTimeout(this.#settling);
    this.#release();
  }

  #settle(): void {
    clearTimeout(this.#settling);
    if (this.#quiet.length === 0 || this.#unanswered || this.#tasks.size > 0) return;
    if (this.#results >= this.#prompts) this.#release();
    else this.#settling = setTimeout(() => this.#release(), nextTurnMs);
  }

  #release(): void {
    for (const resolve of this.#quiet.splice(0)) resolve();
  }

  #noteSystem(message: WireMessage): void {
    if (message.subtype === 'init') this.#unanswered = true;
    if (message.subtype === 'task_started') this.#tasks.add(String(message.task_id));
    if (message.subtype === 'task_notification') this.#tasks.delete(String(message.task_id));
  }
}
