import type { Remembered } from '../loop/remembered.js';
import { defaultCatalog, resolveModel, type ModelCatalog } from '../model/catalog.js';
import { chooseModel, offlineModelId } from '../model/create.js';
import type { Model } from '../model/model.js';
import { helperKey } from '../setting/key-helper.js';
import type { Parts } from './parts.js';

/** Who answers in a session. */
export interface SessionModel {
  model: Model;
  /** The id of the model that is asked first. */
  id: string;
  catalog: ModelCatalog;
  /** The embedded model answers, and nobody asked for it by name. */
  offline: boolean;
}

/** Picks the model: as the caller says, else as it was in the session gone on with, else as settings say. */
export async function makeModel({ given, options, resolved, port }: Parts, remembered: Remembered): Promise<SessionModel> {
  const catalog = structuredClone(options.catalog ?? defaultCatalog); // a session learns about models it does not know
  const wanted = given.model ?? (remembered.model === offlineModelId ? undefined : remembered.model) ?? options.model;
  const key = await helperKey(resolved, options);
  const env = key === undefined ? options.env : { ...options.env, ANTHROPIC_API_KEY: key };
  const { model, offline } = chooseModel({ model: wanted, env, port });
  return {
    model: key === undefined ? model : { ...model, keySource: 'apiKeyHelper' },
    id: offline ? offlineModelId : resolveModel(wanted, options.env, catalog),
    catalog,
    offline,
  };
}
