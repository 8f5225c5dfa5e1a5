import type { ApiMessageParam, UserMessage, Uuid } from '@inboard/wire';

/** One prompt of the host. */
export interface Prompt {
  uuid: Uuid;
  message: ApiMessageParam;
  /** `false` adds to the conversation without asking the model. */
  shouldQuery: boolean;
  /** Said by the engine itself: not echoed, and no UserPromptSubmit hook is asked. */
  own?: boolean;
}

/** Prompts waiting for their turn. */
export class PromptQueue {
  readonly #waiting: Prompt[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #isOpen = true;
  #holds = 0;
  #arrival: AbortController | undefined;
  #noteDone!: () => void;
  /** Resolves when everything that follows from the prompts is done. */
  readonly done = new Promise<void>((resolve) => (this.#noteDone = resolve));

  /** No more prompts will come; nothing else ends with it. */
  end(): void {
    this.#ended = true;
    this.open();
  }

  /** Gives no prompt before it is opened; the end of input opens it too. */
  shut(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    this.#wake?.();
  }

  /** Somebody may still have something to say after the last prompt: the queue does not end before it is released. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      this.#wake?.();
    };
  }

  /** Adds something that no host has said. */
  pushOwn(prompt: Prompt): void {
    this.#add(prompt);
  }

  /** Aborted as soon as a prompt waits. */
  arrival(): AbortSignal {
    if (this.#waiting.length > 0) return AbortSignal.abort();
    this.#arrival ??= new AbortController();
    return this.#arrival.signal;
  }

  /** The last prompt was worked on and nothing of it is left to do. */
  finish(): void {
    this.#noteDone();
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(message: UserMessage, newId: () => Uuid): Prompt {
    const prompt: Prompt = {
      uuid: message.uuid ?? newId(),
      message: { role: 'user', content: message.message.content },
      shouldQuery: message.shouldQuery ?? true,
    };
    this.#add(prompt);
    return prompt;
  }

  #add(prompt: Prompt): void {
    this.#waiting.push(prompt);
    this.#wake?.();
    this.#arrival?.abort(new Error('there is another prompt'));
    this.#arrival = undefined;
  }

  /** The next prompt, or nothing once the input has ended and all were taken. */
  async next(): Promise<Prompt | undefined> {
    while (this.#waiting.length === 0 || !this.#isOpen) {
      if (this.#ended && this.#holds === 0) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
    return this.#waiting.shift();
  }

  /** Prompts that came in while a turn was running, for the next tool boundary. One that needs a turn of its own stays, with what was said after it. */
  takeWaiting(needsOwnTurn: (prompt: Prompt) => boolean): Prompt[] {
    const first = this.#waiting.findIndex((prompt) => !prompt.own && needsOwnTurn(prompt));
    const end = first === -1 ? this.#waiting.length : first;
    const rest = this.#waiting.splice(end);
    const taken = [...this.#waiting.splice(0), ...rest.filter((prompt) => prompt.own)];
    this.#waiting.push(...rest.filter((prompt) => !prompt.own));
    return taken;
  }

  /** Ids of prompts that have not been taken. */
  waitingIds(): string[] {
    return this.#waiting.map((prompt) => prompt.uuid);
  }
}
