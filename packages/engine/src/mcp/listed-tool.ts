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

const maxDescription = 4000;
const maxShown = 500_000;

/** Reads a list of tools. What makes no sense is left out, with the reason. */
export function readTools(items: readonly Record<string, unknown>[]): { tools: ListedTool[]; problems: string[] } {
  const byName = new Map<string, ListedTool>();
  const problems: string[] = [];
  for (const item of items) {
    const read = readTool(item);
    if ('problem' in read) problems.push(read.problem);
    else if (byName.has(safeName(read.tool.name)))
      problems.push(`the tool "${read.tool.name}" was left out: another one has the same name`);
    else byName.set(safeName(read.tool.name), read.tool);
  }
  return { tools: [...byName.values()], problems };
}

function readTool(item: Record<string, unknown>): { tool: ListedTool } | { problem: string } {
  const { name, description, inputSchema, annotations, _meta: meta } = item;
  if (typeof name !== 'string' || name === '') return { problem: 'a tool without a name was left out' };
  const checked = toInputSchema(inputSchema);
  if ('problem' in checked) return { problem: `the tool "${name.slice(0, 100)}" was left out: ${checked.problem}` };
  return {
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
