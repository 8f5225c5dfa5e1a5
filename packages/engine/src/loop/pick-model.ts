import { AgentError } from '@inboard/wire';
import { resolveModel } from '../model/catalog.js';
import { modelProblem } from '../setting/model-policy.js';
import type { Session } from './session.js';

/** The id of a model that somebody asks for while a session runs. Throws an AgentError when settings do not permit it. */
export function pickModel({ settingsLayers, options, catalog }: Session, name: string | undefined): string {
  const problem = modelProblem(name, { layers: settingsLayers, env: options.env, catalog });
  if (problem !== undefined) throw new AgentError('invalid_option', problem);
  return resolveModel(name, options.env, catalog);
}
