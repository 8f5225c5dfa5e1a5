import type { Remembered } from '../loop/remembered.js';
import { defaultCatalog, resolveModel, type ModelCatalog } from '../model/catalog.js';
import { chooseModel, offlineModelId } from '../model/create.js';
import type { Model } from '../model/model.js';
import { keyHelper } from '../setting/key-helper.js';
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
  const keys = keyHelper(resolved, { ...options, port });
  await keys?.key(); // a helper that gives none is an error at once
  const { model, offline } = chooseModel({ model: wanted, env: options.env, port, ...(keys && { keys }) });
  return {
    model,
    id: offline ? offlineModelId : resolveModel(wanted, options.env, catalog),
    catalog,
    offline,
  };
}
