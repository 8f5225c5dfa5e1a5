import type { JsonSchema } from '@inboard/wire';
import { isObject } from './is-object.js';

/** The key that holds the answer when the answer itself cannot be a tool's input. */
export const wrapperKey = 'output';

/** What a tool's input cannot have at its root. */
const combiners = ['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'];

/** Whether an answer by this schema can be the input of a tool as it is. */
export function isToolInput(schema: JsonSchema): boolean {
  return schema.type === 'object' && !combiners.some((key) => key in schema);
}

/** The schema as the input of a tool: wrapped in an object when it has to be. */
export function inputSchemaFor(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...plain } = schema;
  if (isToolInput(schema)) return plain;
  const inner = '$id' in plain ? plain : moveReferences(plain);
  return { type: 'object', properties: { [wrapperKey]: inner }, required: [wrapperKey], additionalProperties: false };
}

/** References from the root lead to where the root is now. */
function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string' && /^#(?:\/|$)/.test(child)
        ? [key, `#/properties/${wrapperKey}${child.slice(1)}`]
        : [key, moveReferences(child)],
    ),
  );
}
