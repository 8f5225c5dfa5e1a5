import { modelFacts } from '../model/catalog.js';
import type { ModelRequest } from '../model/model.js';
import { envNumber } from '../port/environment.js';
import instruction from './structured/instruction.md';
import type { Turn } from './turn.js';

const smallestBudget = 1024;

/** The next request of a turn. */
export function buildRequest(turn: Turn): ModelRequest {
  const { session } = turn;
  const { options } = session;
  const facts = modelFacts(turn.model, session.catalog);
  const maxTokens = Math.min(facts.maxOutput, envNumber(options.env, 'CLAUDE_CODE_MAX_OUTPUT_TOKENS', 32_000));
  const thinking = thinkingFor(turn, maxTokens);
  const effort = turn.effort ?? options.effort;
  return {
    model: turn.model,
    system: session.structured ? [...session.settings.system, instruction.trim()] : session.settings.system,
    messages: session.conversation.messages,
    tools: session.tools.offers(),
    maxTokens,
    betas: options.betas ?? [],
    ...(thinking && { thinking }),
    ...(effort !== undefined && { effort }),
    ...(options.fallbackModel !== undefined && { overloadRetries: 2 }),
  };
}

/** Sends a thinking parameter only to a model that takes one, in the form it takes. */
function thinkingFor(turn: Turn, maxTokens: number): ModelRequest['thinking'] {
  const { options, settings, catalog } = turn.session;
  const support = modelFacts(turn.model, catalog).thinking;
  const wanted = options.thinking?.type;
  const budget = options.thinking?.type === 'enabled' ? options.thinking.budgetTokens : settings.thinkingTokens;
  if (wanted === 'disabled' || budget === 0) return support === 'adaptive' ? { type: 'disabled' } : undefined;
  if (support === 'adaptive') return { type: 'adaptive' };
  if (support === 'budget' && budget !== undefined) {
    return { type: 'enabled', budget_tokens: Math.max(smallestBudget, Math.min(budget, maxTokens - 1)) };
  }
  return undefined;
}
