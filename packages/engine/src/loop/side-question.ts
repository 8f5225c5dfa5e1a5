import { AgentError } from '@inboard/wire';
import { resolveModel } from '../model/catalog.js';
import { offlineModelId } from '../model/create.js';
import type { ModelRequest } from '../model/model.js';
import type { AskModel, SideQuestion } from '../tool/ask-model.js';
import { askOnce } from './ask-once.js';
import type { Session } from './session.js';

const defaultMaxTokens = 4096;

/** Asks a model aside from the conversation; the answer is counted like any other request. */
export function createAskModel(session: Session): AskModel {
  return async (question, signal) => {
    if (session.settings.model === offlineModelId)
      throw new AgentError(
        'missing_key',
        'The embedded offline model answers no questions about texts. Set ANTHROPIC_API_KEY to use a real model.',
      );
    const { end, blocks } = await askOnce(session, sideRequest(session, question), { signal, agentId: 'side' });
    if (!end.ok) throw new AgentError('model_failed', end.failure.message);
    return blocks;
  };
}

function sideRequest(session: Session, question: SideQuestion): ModelRequest {
  const { options, settings, catalog } = session;
  const small = options.env.ANTHROPIC_SMALL_FAST_MODEL ?? catalog.small;
  return {
    model: question.model === 'main' ? settings.model : resolveModel(question.model ?? small, options.env, catalog),
    system: [question.system],
    messages: [{ role: 'user', content: question.prompt }],
    tools: [],
    ...(question.serverTools && { serverTools: question.serverTools }),
    maxTokens: question.maxTokens ?? defaultMaxTokens,
    betas: [],
  };
}
