import type { ApiContentBlock } from '@inboard/wire';

/** A question aside from the conversation. */
export interface SideQuestion {
  /** Who the model is for this question. */
  system: string;
  prompt: string;
  maxTokens?: number;
  /** `main`, an alias or the id of a model; the small fast one when absent. */
  model?: string;
  /** Tools that run at the API, such as web search, as the API wants them described. */
  serverTools?: readonly Record<string, unknown>[];
}

/** Asks a model once, counts the cost, and returns its blocks. Rejects with an AgentError when no answer came. */
export type AskModel = (question: SideQuestion, signal: AbortSignal) => Promise<ApiContentBlock[]>;
