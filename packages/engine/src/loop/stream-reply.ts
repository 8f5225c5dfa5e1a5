import type { ApiContentBlock } from '@inboard/wire';
import type { ModelFailure } from '../model/model.js';
import { fellBack } from './fall-back.js';
import { learnModel } from './learn-model.js';
import { ReplyReceiver } from './reply-receiver.js';
import { buildRequest } from './request.js';
import type { Turn } from './turn.js';

/** One answer of the model. `content` is what the host was given of it. */
export type Reply = { content: ApiContentBlock[] } & (
  | { kind: 'complete'; stopReason: string | null; damage: string | undefined }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'aborted' }
);

/** Asks the model once and passes on what comes: each block is recorded and sent as soon as it is whole. */
export async function streamReply(turn: Turn): Promise<Reply> {
  const { session, signal } = turn;
  const receiver = new ReplyReceiver(turn);
  for (;;) {
    learnModel(turn);
    const request = buildRequest(turn);
    receiver.asking(request.model);
    const end = await session.model.stream(request, receiver, signal);
    receiver.account(end.ok ? end.requestId : null);
    session.options.debugLog?.(
      `model ${request.model}: ${request.messages.length} messages, ${end.ok ? `answered (${end.requestId})` : end.failure.message}`,
    );
    if (signal.aborted) return { kind: 'aborted', content: await receiver.breakOff() };
    if (end.ok && !receiver.saidLess) return receiver.complete();
    const failure = end.ok ? saidNothing : end.failure;
    if (!(await fellBack(turn, failure))) return { kind: 'failed', content: await receiver.breakOff(), failure };
    receiver.restart();
  }
}

const saidNothing: ModelFailure = {
  category: 'server_error',
  status: null,
  message: 'The reply broke off, and when asked again the model said nothing. Send the prompt again.',
};
