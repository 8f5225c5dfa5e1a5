import type { Environment } from '../../port/environment.js';
import { isRecord } from './event.js';
import { send } from './http.js';
import { readWhole } from './whole-body.js';
import type { ModelLimits } from '../model.js';

export interface LimitsQuestion {
  base: string;
  model: string;
  headers: Record<string, string>;
  env: Environment;
  signal: AbortSignal;
}

const patienceMs = 10_000;

/** Answers of this process, by address: what a model can take does not change while we run. */
const known = new Map<string, ModelLimits>();

/** What the server says a model can take; nothing when it does not say. Never rejects. */
export async function fetchLimits(question: LimitsQuestion): Promise<ModelLimits | undefined> {
  const address = `${question.base}/v1/models/${encodeURIComponent(question.model)}`;
  const limits = known.get(address) ?? (await ask(new URL(address), question).catch(() => undefined)); // it is a courtesy, not a need
  if (limits) known.set(address, limits);
  return limits;
}

async function ask(url: URL, question: LimitsQuestion): Promise<ModelLimits | undefined> {
  const response = await send({ ...question, url, method: 'GET', body: '', timeoutMs: patienceMs });
  const body = await readWhole(response.body, { idleMs: patienceMs, maxBytes: 64 * 1024 });
  const facts: unknown = response.status === 200 ? JSON.parse(body) : undefined;
  if (!isRecord(facts)) return undefined;
  const context = positive(facts.max_input_tokens);
  const maxOutput = positive(facts.max_tokens);
  return { ...(context && { context }), ...(maxOutput && { maxOutput }) };
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
