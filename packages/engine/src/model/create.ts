import type { AssistantError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';
import { addressProblem, createAnthropicModel, type AnthropicOptions } from './anthropic/client.js';
import type { KeyRing } from './anthropic/key-ring.js';
import { hasModelAccess } from './anthropic/credentials.js';
import type { Model } from './model.js';
import { createOfflineModel } from './offline/model.js';

/** The model id that stands for the embedded model. */
export const offlineModelId = 'offline';

/** Said once per session when the embedded model answers. */
export const offlineNotice = 'The embedded offline model answers (rules, no network). Set ANTHROPIC_API_KEY to use a real model.';

export interface ModelChoice {
  model: Model;
  /** The embedded model answers: there is no key and nobody named another model. */
  offline: boolean;
}

/** Picks who answers: the API when there is access to one, the embedded model when nobody asked for another. */
export function chooseModel(options: { model: string | undefined; env: Environment; port: Port; keys?: KeyRing }): ModelChoice {
  const { model, env, port, keys } = options;
  const named = !model || model === 'default' ? env.ANTHROPIC_MODEL || undefined : model;
  const hasAccess = keys !== undefined || hasModelAccess(env);
  const embedded = createOfflineModel(port);
  const real = hasAccess ? apiModel({ env, port, ...(keys && { keys }) }) : keyless;
  // Asked for by name at any time, the embedded model answers; nobody else speaks in its place, nor it in theirs.
  const stream: Model['stream'] = (request, ...rest) => (request.model === offlineModelId ? embedded : real).stream(request, ...rest);
  return { model: { ...real, stream }, offline: named === offlineModelId || (!hasAccess && named === undefined) };
}

function apiModel(options: AnthropicOptions): Model {
  const problem = addressProblem(options.env);
  return problem === undefined ? createAnthropicModel(options) : unusable('invalid_request', () => problem);
}

/** A real model was asked for and there is no key. */
const keyless = unusable(
  'authentication_failed',
  (model) =>
    `No API key for the model "${model}". Set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN, or ANTHROPIC_BASE_URL for a server of your own), or leave the model out to use the embedded offline model.`,
);

/** A model that cannot be asked: every request says why. */
function unusable(category: AssistantError, why: (model: string) => string): Model {
  return { keySource: 'none', stream: async ({ model }) => ({ ok: false, failure: { category, status: null, message: why(model) } }) };
}
