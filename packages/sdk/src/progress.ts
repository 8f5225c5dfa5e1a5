import type { WireMessage } from '@inboard/wire';

/** How long an engine that may have a turn to come can take to begin it. */
const nextTurnMs = 1000;

/** Follows what an engine still has to do, from the messages it sends. */
export class Progress {
  readonly #tasks = new Set<string>();
  #prompts = 0;
  #results = 0;
  #unanswered = false;
  #hadTasks = false;
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

  /** Resolves when nothing is running, in the background neither, and nothing more is to be expected. */
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
    if (this.#mayGoOn) this.#settling = setTimeout(() => this.#release(), nextTurnMs);
    else this.#release();
  }

  /** Prompts without a result were merged into a turn or wait for their own; the end of a background task may begin one. */
  get #mayGoOn(): boolean {
    return this.#results < this.#prompts || this.#hadTasks;
  }

  #release(): void {
    for (const resolve of this.#quiet.splice(0)) resolve();
  }

  #noteSystem(message: WireMessage): void {
    if (message.subtype === 'init') this.#unanswered = true;
    if (message.subtype === 'task_started') {
      this.#tasks.add(String(message.task_id));
      this.#hadTasks = true;
    }
    if (message.subtype === 'task_notification') this.#tasks.delete(String(message.task_id));
  }
}
