import * as z from 'zod';
import { lazy } from './lazy.js';

export type JsonSchema = Record<string, unknown>;

/** Steps from the root; an object that holds itself has no end. */
const maxDepth = 200;

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const schemaKeys = [
  'additionalProperties',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const schemaListKeys = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaMapKeys = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** A JSON schema that can be used; what makes it unusable is said with its place. */
export const jsonSchema = lazy(() =>
  z.record(z.string(), z.unknown()).superRefine((schema, context) => {
    const problem = findProblem(schema, schema, ['#']);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `this is not a valid JSON schema: ${problem}` });
  }),
);

function findProblem(schema: unknown, root: JsonSchema, path: string[]): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (path.length > maxDepth) return 'it is nested too deeply';
  const at = path.join('/');
  if (!isObject(schema)) return `${at} is not a schema`;
  return (
    findOwnProblem(schema, root, at) ?? firstOf(subschemas(schema), ([child, ...where]) => findProblem(child, root, [...path, ...where]))
  );
}

function findOwnProblem(schema: JsonSchema, root: JsonSchema, at: string): string | undefined {
  const wrongType = [schema.type ?? []].flat().find((type) => typeof type !== 'string' || !types.has(type));
  if (wrongType !== undefined) return `${at}/type names ${JSON.stringify(wrongType)}, which is no JSON type`;
  if (schema.required !== undefined && !isListOf(schema.required, 'string')) return `${at}/required is not a list of names`;
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) return `${at}/enum is not a list`;
  const map = schemaMapKeys.find((key) => schema[key] !== undefined && !isObject(schema[key]));
  if (map !== undefined) return `${at}/${map} is not an object`;
  const list = schemaListKeys.find((key) => schema[key] !== undefined && !Array.isArray(schema[key]));
  if (list !== undefined) return `${at}/${list} is not a list`;
  const patterns = [...('pattern' in schema ? [schema.pattern] : []), ...Object.keys(schema.patternProperties ?? {})];
  const wrongPattern = patterns.find((pattern) => !isPattern(pattern));
  if (wrongPattern !== undefined) return `${at} holds ${JSON.stringify(wrongPattern)}, which is no regular expression`;
  return schema.$ref === undefined || resolves(schema.$ref, root) ? undefined : `${at}/$ref leads nowhere (${JSON.stringify(schema.$ref)})`;
}

/** The schemas right inside a schema, each with the way to it. */
function subschemas(schema: JsonSchema): [unknown, ...string[]][] {
  const [single, lists] = Array.isArray(schema.items)
    ? [schemaKeys, [...schemaListKeys, 'items']]
    : [[...schemaKeys, 'items'], schemaListKeys];
  return [
    ...single.flatMap((key): [unknown, string][] => (schema[key] === undefined ? [] : [[schema[key], key]])),
    // Lists and maps alike have entries; that they are what they should be was checked before.
    ...[...lists, ...schemaMapKeys].flatMap((key) =>
      Object.entries(schema[key] ?? {}).map(([name, child]): [unknown, string, string] => [child, key, name]),
    ),
  ];
}

/** Follows a reference within the document. Schemas with ids of their own are left to the validator. */
function resolves(ref: unknown, root: JsonSchema): boolean {
  if (typeof ref !== 'string') return false;
  if (JSON.stringify(root).includes('"$id"') || /^#[^/]/.test(ref)) return true;
  const steps = /^#(?:\/|$)/.test(ref) && pointer(ref);
  if (!steps) return false;
  return (
    steps.reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as JsonSchema)[step] : undefined,
      root,
    ) !== undefined
  );
}

function pointer(ref: string): string[] | undefined {
  try {
    return decodeURIComponent(ref)
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined; // a broken escape
  }
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // that is the answer
  }
}

function isListOf(value: unknown, type: 'string'): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
