import type { ApiContentBlock } from '@inboard/wire';
import { ReplyAssembler } from '../model/assemble.js';
import type { ModelRequest, ReplyEnd, ReplySink } from '../model/model.js';
import { countTokens, isSaneUsage } from '../model/usage.js';
import type { Session } from './session.js';

export interface AskOptions {
  signal: AbortSignal;
  /** Whose cost it is, when it is not the main conversation's. */
  agentId?: string;
  onRetry?: ReplySink['retry'];
}

/** Asks the model something that no host sees, and counts the cost. */
export async function askOnce(
  session: Session,
  request: ModelRequest,
  options: AskOptions,
): Promise<{ end: ReplyEnd; blocks: ApiContentBlock[] }> {
  const { signal, agentId, onRetry } = options;
  const assembler = new ReplyAssembler();
  let blocks: ApiContentBlock[] = [];
  const sink: ReplySink = {
    event: (event) => {
      const block = assembler.push(event);
      if (block) blocks.push(block);
    },
    retry: (retry) => {
      blocks = [];
      return onRetry?.(retry);
    },
    notice: () => undefined,
  };
  const started = session.port.monotonic();
  const end = await session.model.stream(request, sink, signal);
  const row = {
    requestId: end.ok ? end.requestId : null,
    model: request.model,
    tokens: countTokens(assembler.usage),
    durationMs: session.port.monotonic() - started,
    ...(agentId !== undefined && { agentId }),
  };
  if (assembler.message) session.conversation.recordLedger(session.ledger.add(row, { priced: isSaneUsage(assembler.usage) }));
  return { end, blocks };
}

/** The words of a reply. */
export function textIn(blocks: readonly ApiContentBlock[]): string {
  return blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
}
