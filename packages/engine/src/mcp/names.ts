import { createHash } from 'node:crypto';

/** The longest name the API takes for a tool. */
const maxLength = 128;

/** The name of an MCP tool or prompt as the model, rules and hooks know it. */
export function mcpName(server: string, item: string): string {
  const name = `${serverPrefix(server)}${safeName(item)}`;
  if (name.length <= maxLength) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, maxLength - mark.length - 1)}_${mark}`;
}

/** How every name of a server's tools begins. Two underscores end the server's name, so it has none of its own: a rule for `a` never means `a__b`. */
export function serverPrefix(server: string): string {
  const name = safeName(server).replaceAll(/__+/g, '_').replace(/_$/, '-');
  return `mcp__${name}__`;
}

/** Characters the API does not take in a tool name become underscores. */
export function safeName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
