// Our side of the comparison, through the public API only.
import { query, type Options, type Query, type SDKUserMessage } from 'inboard';

export const user = (content: string): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id: '',
});

/** Reads on until a message of this kind has come. */
export async function until(agent: Query, type: 'system' | 'result', count: { events: number } = { events: 0 }): Promise<void> {
  for (;;) {
    const { value, done } = await agent.next();
    if (done) throw new Error(`The query ended without a "${type}" message.`);
    if (value.type === 'stream_event') count.events += 1;
    if (value.type !== type) continue;
    if (value.type === 'result' && value.subtype !== 'success') throw new Error(value.errors.join('\n'));
    return;
  }
}

/** A conversation that stays open between turns. */
export class Conversation {
  readonly agent: Query;
  #next: ((prompt: SDKUserMessage | undefined) => void) | undefined;

  constructor(options: Options) {
    this.agent = query({ prompt: this.#prompts(), options });
  }

  async turn(prompt: string): Promise<void> {
    while (!this.#next) await new Promise((resolve) => setImmediate(resolve));
    this.#next(user(prompt));
    await until(this.agent, 'result');
  }

  async close(): Promise<void> {
    await this.agent.return();
  }

  async *#prompts(): AsyncGenerator<SDKUserMessage> {
    for (;;) {
      const prompt = await new Promise<SDKUserMessage | undefined>((resolve) => (this.#next = resolve));
      this.#next = undefined;
      if (!prompt) return;
      yield prompt;
    }
  }
}
