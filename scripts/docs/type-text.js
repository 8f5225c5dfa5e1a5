// Writes a schema as a type that people can read.

const widest = 100;

/** @param {Map<object, string>} names schemas that are better called by a name */
export function createTypeText(names) {
  /** @returns {string} */
  const text = (schema) => {
    const name = names.get(schema);
    if (name !== undefined) return name;
    const write = writers[schema.def.type];
    if (!write) throw new Error(`There is no way to write a schema of type "${schema.def.type}": add one to scripts/docs/type-text.js.`);
    return write(schema.def, text, schema);
  };
  return text;
}

const union = (parts) => [...new Set(parts)].join(' | ');
const quote = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const inParentheses = (part) => (part.includes(' | ') && !part.startsWith('{') ? `(${part})` : part);
const plain = (name) => () => name;

/** One writer per kind of schema. */
const writers = {
  string: plain('string'),
  number: plain('number'),
  int: plain('number'),
  boolean: plain('boolean'),
  unknown: plain('unknown'),
  any: plain('unknown'),
  null: plain('null'),
  undefined: plain('undefined'),
  void: plain('nothing'),
  never: plain('never'),
  custom: plain('object'),
  literal: (def) => union(def.values.map(quote)),
  enum: (def) => union(Object.values(def.entries).map(quote)),
  array: (def, text) => `${inParentheses(text(def.element))}[]`,
  tuple: (def, text) => `[${def.items.map(text).join(', ')}]`,
  record: (def, text) => `Record<${text(def.keyType)}, ${text(def.valueType)}>`,
  union: (def, text) => union(def.options.map(text)),
  intersection: (def, text) => `${inParentheses(text(def.left))} & ${inParentheses(text(def.right))}`,
  optional: (def, text) => text(def.innerType),
  nullable: (def, text) => union([text(def.innerType), 'null']),
  default: (def, text) => text(def.innerType),
  readonly: (def, text) => text(def.innerType),
  catch: (def, text) => text(def.innerType),
  lazy: (def, text) => text(def.getter()),
  pipe: (def, text) => text(def.in),
  transform: plain('unknown'),
  object: (def, text, schema) => objectText(schema, text),
};

function objectText(schema, text) {
  const fields = Object.entries(schema.def.shape);
  if (fields.length === 0) return '{}';
  const whole = `{ ${fields.map(([name, field]) => `${fieldName(name)}${isOptional(field) ? '?' : ''}: ${text(field)}`).join('; ')} }`;
  return whole.length <= widest
    ? whole
    : `{ ${fields.map(([name, field]) => `${fieldName(name)}${isOptional(field) ? '?' : ''}`).join(', ')} }`;
}

const fieldName = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

/** Whether a field may be left out. */
export function isOptional(schema) {
  return schema.def.type === 'optional' || schema.def.type === 'default';
}
