import type { HookOutcome } from './merge.js';

/** Texts of background hooks that are kept until the model is asked again. */
const mostTexts = 20;

/** What hooks that nobody waited for want the model to know, until its next request. */
export class LateAnswers {
  #texts: string[] = [];

  /** Keeps what an answer that came late may still do: tell something. Returns false when there are too many. */
  add({ contexts }: HookOutcome): boolean {
    const room = mostTexts - this.#texts.length;
    this.#texts.push(...contexts.slice(0, room));
    return contexts.length <= room;
  }

  /** Everything that has come in; it is not given again. */
  take(): string[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }
}
