/** Keys that come this close to each other are one train of thought. */
const pauseMs = 800;

/** Knows whether somebody is in the middle of a sentence: such a person has not seen a question yet, and does not answer it. */
export class Typing {
  #last = -Infinity;

  /** Something was typed. */
  note(now: number): void {
    this.#last = now;
  }

  isMidSentence(draft: string, now: number): boolean {
    return draft !== '' && now - this.#last < pauseMs;
  }
}
