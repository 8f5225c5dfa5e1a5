type Json = Record<string, unknown>;

/** A schema for the model, or why there is none. */
export type InputSchema = { schema: Json } | { problem: string };

const maxDepth = 64;
/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples', 'example']);

/**
 * Makes the input schema of a server's tool fit for the API, which refuses a whole request for one schema it
 * does not take: an object at the root, no alternatives there, and references that lead somewhere.
 */
export function toInputSchema(given: unknown): InputSchema {
  if (!isObject(given) || (given.type !== undefined && given.type !== 'object')) return { problem: 'its input schema is not an object' };
  const problem = findProblem(given, given, 0);
  if (problem !== undefined) return { problem };
  const { $schema: _, anyOf, oneOf, allOf, ...rest } = given;
  const merged = [...mergeAll(allOf, { every: true }), ...mergeAll(anyOf, { every: false }), ...mergeAll(oneOf, { every: false })];
  return { schema: merged.length === 0 ? { ...rest, type: 'object' } : merge({ ...rest, type: 'object' }, merged) };
}

function findProblem(value: unknown, root: Json, depth: number): string | undefined {
  if (depth > maxDepth) return `its input schema is nested deeper than ${maxDepth} levels`;
  if (Array.isArray(value)) return firstProblem(value, root, depth);
  if (!isObject(value)) return undefined;
  if (typeof value.$ref === 'string') {
    const problem = referenceProblem(value.$ref, root);
    if (problem !== undefined) return problem;
  }
  return firstProblem(
    Object.entries(value).flatMap(([key, inner]) => (dataKeywords.has(key) ? [] : [inner])),
    root,
    depth,
  );
}

function firstProblem(values: unknown[], root: Json, depth: number): string | undefined {
  for (const value of values) {
    const problem = findProblem(value, root, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Follows a reference to what it stands for; one that leads back to itself stands for nothing. */
function referenceProblem(reference: string, root: Json): string | undefined {
  const seen = new Set<string>();
  let at: string | undefined = reference;
  while (at !== undefined) {
    if (seen.has(at)) return `its input schema has a reference that leads back to itself (${reference})`;
    seen.add(at);
    const target: unknown = at.startsWith('#') ? follow(at, root) : undefined;
    if (target === undefined) return `its input schema refers to something that is not there (${at})`;
    at = isObject(target) && typeof target.$ref === 'string' ? target.$ref : undefined;
  }
  return undefined;
}

function follow(pointer: string, root: Json): unknown {
  let at: unknown = root;
  for (const part of pointer.slice(1).split('/').slice(1)) {
    const key = safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as Json)[key] : undefined; // an array is looked into by index
  }
  return at;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not written as an address: taken as it is
  }
}

interface Alternative {
  properties: Json;
  required: unknown[];
}

/** The properties of alternatives: of all of them when each holds, else required only where every one requires it. */
function mergeAll(alternatives: unknown, { every }: { every: boolean }): Alternative[] {
  if (!Array.isArray(alternatives)) return [];
  const parts = alternatives.filter(isObject).map((part) => ({
    properties: isObject(part.properties) ? part.properties : {},
    required: Array.isArray(part.required) ? part.required : [],
  }));
  const required = every
    ? parts.flatMap((part) => part.required)
    : (parts[0]?.required ?? []).filter((name) => parts.every((part) => part.required.includes(name)));
  return [{ properties: Object.assign({}, ...parts.map((part) => part.properties)) as Json, required }];
}

function merge(schema: Json, parts: Alternative[]): Json {
  const own = isObject(schema.properties) ? schema.properties : {};
  const required = [...new Set([...(Array.isArray(schema.required) ? schema.required : []), ...parts.flatMap((part) => part.required)])];
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part) => part.properties), own),
    ...(required.length > 0 && { required }),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
