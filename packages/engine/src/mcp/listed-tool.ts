import { toInputSchema } from './input-schema.js';
import { safeName } from './names.js';

/** A tool of a server, as far as we trust what it says. */
export interface ListedTool {
  /** As the server calls it. */
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
  /** The most characters of an answer that the server wants shown. */
  maxCharacters: number | undefined;
}

const maxName = 1000;
const maxDescription = 4000;
/** Every request carries these: one schema, and all of a server's tools together. */
const maxSchema = 100_000;
const maxAllSchemas = 2_000_000;
const maxShown = 500_000;

/** Reads a list of tools. What makes no sense is left out, with the reason. */
export function readTools(items: readonly Record<string, unknown>[]): { tools: ListedTool[]; problems: string[] } {
  const byName = new Map<string, ListedTool>();
  const problems: string[] = [];
  let room = maxAllSchemas;
  for (const item of items) {
    const read = readTool(item);
    if ('problem' in read) problems.push(read.problem);
    else if ((room -= read.size) < 0)
      return {
        tools: [...byName.values()],
        problems: [...problems, `its tools are described in more than ${maxAllSchemas} characters; the rest was left out`],
      };
    else if (byName.has(safeName(read.tool.name)))
      problems.push(`the tool "${read.tool.name}" was left out: another one has the same name`);
    else byName.set(safeName(read.tool.name), read.tool);
  }
  return { tools: [...byName.values()], problems };
}

function readTool(item: Record<string, unknown>): { tool: ListedTool; size: number } | { problem: string } {
  const { name, description, inputSchema, annotations, _meta: meta } = item;
  if (typeof name !== 'string' || name === '') return { problem: 'a tool without a name was left out' };
  const checked = toInputSchema(inputSchema);
  const leftOut = (why: string) => ({ problem: `the tool "${name.slice(0, 100)}" was left out: ${why}` });
  if ('problem' in checked) return leftOut(checked.problem);
  const size = JSON.stringify(checked.schema).length;
  if (size > maxSchema || name.length > maxName)
    return leftOut(size > maxSchema ? `its input schema has ${size} characters` : 'its name is too long');
  return {
    size: size + (typeof description === 'string' ? Math.min(description.length, maxDescription) : 0),
    tool: {
      name,
      description: typeof description === 'string' ? description.slice(0, maxDescription) : name,
      inputSchema: checked.schema,
      annotations: readHints(annotations),
      maxCharacters: readLimit(meta),
    },
  };
}

function readHints(given: unknown): ListedTool['annotations'] {
  if (typeof given !== 'object' || given === null) return {};
  const hints = Object.entries(given).filter(
    ([name, value]) => typeof value === 'boolean' && ['readOnlyHint', 'destructiveHint', 'openWorldHint'].includes(name),
  );
  return Object.fromEntries(hints);
}

function readLimit(meta: unknown): number | undefined {
  const limit = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>)['anthropic/maxResultSizeChars'] : undefined; // a server may say anything
  return typeof limit === 'number' && limit > 0 ? Math.min(limit, maxShown) : undefined;
}
