import type { Environment } from '../port/environment.js';
import type { ModelLimits } from './model.js';
import data from './models.json' with { type: 'json' };

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  write5m: number;
  write1h: number;
  read: number;
}

/** `always`: thinks by itself; `adaptive`: decides when asked to; `budget`: takes a number of tokens; `none`: cannot. */
export type ThinkingSupport = 'always' | 'adaptive' | 'budget' | 'none';

/** What is known of one model. A model without a price costs "unknown", never a made-up figure. */
export interface ModelFacts {
  context: number;
  maxOutput: number;
  thinking: ThinkingSupport;
  price?: Price;
  /** The price of requests whose prompt has more tokens than this. */
  longPrompt?: { over: number; price: Price };
}

/** The facts about models: data, replaceable by the host. */
export interface ModelCatalog {
  /** When the prices were true; noted with every request. */
  date?: string;
  aliases: Readonly<Record<string, string>>;
  /** The alias of the small, fast model. */
  small: string;
  unknown: ModelFacts;
  webSearchPerThousand: number;
  models: Record<string, ModelFacts>;
}

/** The models and prices this version was made with. */
export const defaultCatalog = data as ModelCatalog; // `thinking` is read as string from JSON; a test checks its values

/** The full id of a model: aliases and the variables that override them are looked up, anything else is taken as it is. */
export function resolveModel(name: string | undefined, env: Environment, catalog: ModelCatalog = defaultCatalog): string {
  const asked = !name || name === 'default' ? env.ANTHROPIC_MODEL || 'default' : name;
  const [, plain = asked, suffix = ''] = /^(.*?)(\[[^\]]*\])?$/s.exec(asked) ?? [];
  const family = familyOf(plain.toLowerCase(), catalog);
  if (family === undefined) return asked;
  return (env[`ANTHROPIC_DEFAULT_${family.toUpperCase()}_MODEL`] || catalog.aliases[family]!) + suffix;
}

/** The alias that a name stands for; `default` stands for the family whose model it is. */
function familyOf(name: string, { aliases }: ModelCatalog): string | undefined {
  if (!Object.hasOwn(aliases, name)) return undefined;
  return name === 'default' ? (Object.keys(aliases).find((each) => each !== name && aliases[each] === aliases[name]) ?? name) : name;
}

/** What is known of a model id; dated ids (`-20250929`) and `[1m]` suffixes belong to the model they name. */
export function modelFacts(id: string, catalog: ModelCatalog = defaultCatalog): ModelFacts {
  const plain = id.replace(/\[[^\]]*\]$/, '');
  const known = [plain, plain.replace(/-\d{8}$/, '')].find((each) => Object.hasOwn(catalog.models, each));
  return known === undefined ? catalog.unknown : catalog.models[known]!;
}

/** Notes what was found out about a model that the catalog does not have. */
export function learnLimits(catalog: ModelCatalog, id: string, limits: ModelLimits): void {
  catalog.models[id] = { ...catalog.unknown, ...limits };
}
