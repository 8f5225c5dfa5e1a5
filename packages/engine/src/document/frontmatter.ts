/** A Markdown file taken apart: the fields at its head and what follows. */
export interface Parsed {
  fields: Record<string, unknown>;
  body: string;
  /** What is wrong with the head, if something is; the body is whole all the same. */
  problem?: string;
}

const head = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;
const mostHead = 64 * 1024;

/**
 * Takes the head off a Markdown file. The everyday forms (text, lists, text over several lines) are read
 * here, and gently: a colon in a description is no error. Only nested ones need the YAML library.
 */
export async function parseFrontmatter(text: string): Promise<Parsed> {
  const match = head.exec(text);
  if (!match) return { fields: {}, body: text };
  const body = text.slice(match[0].length);
  if (match[1]!.length > mostHead) return { fields: {}, body, problem: `the head has more than ${mostHead} characters` };
  try {
    return { fields: await readFields(match[1]!.split(/\r?\n/)), body };
  } catch (error) {
    return { fields: {}, body, problem: `the head makes no sense (${(error as Error).message.split('\n')[0]})` };
  }
}

interface Field {
  key: string;
  /** What stands behind the colon. */
  rest: string;
  /** The indented lines below. */
  more: string[];
}

async function readFields(lines: readonly string[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>; // a key may be called anything
  for (const field of split(lines)) fields[field.key] = await valueOf(field);
  return { ...fields };
}

function split(lines: readonly string[]): Field[] {
  const fields: Field[] = [];
  for (const line of lines) {
    const start = /^([\w$.-]+)\s*:(?:\s+(.*?))?\s*$/.exec(line);
    const last = fields.at(-1);
    if (start) fields.push({ key: start[1]!, rest: start[2] ?? '', more: [] });
    else if (last && (/^\s/.test(line) || line.startsWith('- ') || line === '')) last.more.push(line);
    else if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`"${line.slice(0, 60)}" is no "name: value"`);
  }
  return fields;
}

async function valueOf({ key, rest, more }: Field): Promise<unknown> {
  const below = more.filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  if (/^[|>][+-]?$/.test(rest)) return blockText(more, rest.startsWith('>'));
  if (rest === '' && below.length === 0) return undefined;
  if (rest === '' && below.every((line) => /^\s*- +[^\s{[&*!|>]/.test(line) && !/^\s*- +[\w-]+:(\s|$)/.test(line))) {
    return below.map((line) => scalar(line.replace(/^\s*- +/, '')));
  }
  if (rest === '' || rest.startsWith('{')) return nested(key, rest, more);
  const text = [rest, ...below.map((line) => line.trim())].join(' ');
  return list(text) ?? scalar(text);
}

function blockText(lines: readonly string[], folded: boolean): string {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length), 1000);
  const text = lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
  return folded ? text.replaceAll(/(\S)\n(?=\S)/g, '$1 ') : text;
}

function list(text: string): unknown[] | undefined {
  const inner = /^\[([^[\]]*)\]$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  return inner.trim() === '' ? [] : splitOutside(inner).map(scalar);
}

/** Splits at commas that stand in no quotes and no parentheses. */
function splitOutside(text: string): string[] {
  return (text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\([^)]*\)|[^,])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
}

function scalar(text: string): unknown {
  const value = text.trim();
  if (/^"(?:[^"\\]|\\.)*"$/.test(value)) return unquote(value);
  if (/^'(?:[^']|'')*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  const plain = value.replace(/\s+#.*$/, '');
  if (plain === 'true' || plain === 'false') return plain === 'true';
  if (plain === 'null' || plain === '~') return undefined;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string; // the pattern has shown that it is a string
  } catch {
    return text.slice(1, -1); // escapes that JSON does not know stay as they are
  }
}

/** Maps and lists of maps. Aliases are not followed: a small file must stay small. */
async function nested(key: string, rest: string, more: readonly string[]): Promise<unknown> {
  const { parse } = await import('yaml');
  const value = parse([`${key}: ${rest}`, ...more].join('\n'), { maxAliasCount: 0, logLevel: 'error' }) as Record<string, unknown>; // one key, as just written
  return value[key];
}
