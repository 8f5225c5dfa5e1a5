import { prompt, toolResultsOf } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options, SDKUserMessage } from 'inboard';

export const allowAll: Options = { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true };

/** What each call came to, as text. */
export function outcomes(messages: readonly WireMessage[]): { text: string; isError: boolean }[] {
  return toolResultsOf(messages).map(({ content, is_error }) => ({
    text: typeof content === 'string' ? content : (content as { text?: string }[]).map((part) => part.text).join(''),
    isError: is_error === true,
  }));
}

/** One prompt, and no end of them before it is said. */
export function held(words: string): { prompts: AsyncGenerator<SDKUserMessage>; end: () => void } {
  let end = () => undefined as void;
  const over = new Promise<void>((resolve) => (end = resolve));
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield prompt(words) as SDKUserMessage;
    await over;
  }
  return { prompts: prompts(), end: () => end() };
}
