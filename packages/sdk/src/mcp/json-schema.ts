import * as z from 'zod';

/** What a field of a raw shape may be: a schema of zod 3 or of zod 4. */
export type AnyZodSchema = {
  safeParseAsync(
    value: unknown,
  ): Promise<{ success: boolean; data?: unknown; error?: { issues: { path: PropertyKey[]; message: string }[] } }>;
};
export type AnyShape = Record<string, AnyZodSchema>;

type Json = Record<string, unknown>;

/** The JSON Schema of a raw shape. */
export function shapeToJsonSchema(shape: AnyShape): Json {
  const fields = Object.entries(shape).map(([name, schema]) => [name, fieldToJsonSchema(schema)] as const);
  const required = Object.entries(shape).flatMap(([name, schema]) => (isOptional(schema) ? [] : [name]));
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

function fieldToJsonSchema(schema: AnyZodSchema): Json {
  if ('_zod' in schema) {
    const { $schema: _, ...json } = z.toJSONSchema(schema as unknown as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json; // zod 4, from whichever copy
    return json;
  }
  return fromZod3((schema as unknown as { _def: Def3 })._def);
}

function isOptional(schema: AnyZodSchema): boolean {
  return 'isOptional' in schema && typeof schema.isOptional === 'function' ? Boolean(schema.isOptional()) : false;
}

/** The inside of a zod 3 schema, as far as we read it. */
interface Def3 {
  typeName: string;
  description?: string;
  innerType?: { _def: Def3 };
  schema?: { _def: Def3 };
  type?: { _def: Def3 };
  valueType?: { _def: Def3 };
  options?: { _def: Def3 }[] | Map<string, { _def: Def3 }>;
  items?: { _def: Def3 }[];
  values?: string[] | Record<string, string | number>;
  value?: unknown;
  checks?: { kind: string; value?: unknown }[];
  shape?: () => Record<string, { _def: Def3; isOptional(): boolean }>;
  defaultValue?: () => unknown;
}

function fromZod3(def: Def3): Json {
  const described = def.description === undefined ? {} : { description: def.description };
  return { ...convert(def), ...described };
}

function convert(def: Def3): Json {
  switch (def.typeName) {
    case 'ZodString':
      return { type: 'string', ...stringChecks(def.checks ?? []) };
    case 'ZodNumber':
      return { type: def.checks?.some(({ kind }) => kind === 'int') ? 'integer' : 'number', ...numberChecks(def.checks ?? []) };
    case 'ZodBoolean':
      return { type: 'boolean' };
    case 'ZodNull':
      return { type: 'null' };
    case 'ZodLiteral':
      return { const: def.value };
    case 'ZodEnum':
    case 'ZodNativeEnum':
      return { enum: Object.values(def.values ?? {}) };
    case 'ZodArray':
      return { type: 'array', items: fromZod3(def.type!._def) };
    case 'ZodTuple':
      return { type: 'array', prefixItems: (def.items ?? []).map(({ _def }) => fromZod3(_def)) };
    case 'ZodObject':
      return objectSchema(def.shape!());
    case 'ZodRecord':
      return { type: 'object', additionalProperties: fromZod3(def.valueType!._def) };
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion':
      return { anyOf: [...(def.options as { _def: Def3 }[])].map(({ _def }) => fromZod3(_def)) };
    case 'ZodNullable':
      return { anyOf: [fromZod3(def.innerType!._def), { type: 'null' }] };
    case 'ZodOptional':
    case 'ZodReadonly':
    case 'ZodCatch':
    case 'ZodBranded':
      return fromZod3((def.innerType ?? def.type)!._def);
    case 'ZodDefault':
      return { ...fromZod3(def.innerType!._def), default: def.defaultValue?.() };
    case 'ZodEffects':
      return fromZod3(def.schema!._def);
    default:
      return {};
  }
}

function objectSchema(shape: ReturnType<NonNullable<Def3['shape']>>): Json {
  const properties = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fromZod3(field._def)]));
  return { type: 'object', properties, required: Object.entries(shape).flatMap(([name, field]) => (field.isOptional() ? [] : [name])) };
}

function stringChecks(checks: NonNullable<Def3['checks']>): Json {
  const found = (kind: string) => checks.find((check) => check.kind === kind)?.value;
  return { ...(found('min') !== undefined && { minLength: found('min') }), ...(found('max') !== undefined && { maxLength: found('max') }) };
}

function numberChecks(checks: NonNullable<Def3['checks']>): Json {
  const found = (kind: string) => checks.find((check) => check.kind === kind)?.value;
  return { ...(found('min') !== undefined && { minimum: found('min') }), ...(found('max') !== undefined && { maximum: found('max') }) };
}
