/** The name of an MCP tool as the model, rules and hooks know it. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${safeName(server)}__${safeName(tool)}`;
}

/** The server part of such a name, if it is one. */
export function serverOfTool(name: string): string | undefined {
  return /^mcp__(.+?)__/.exec(name)?.[1];
}

/** Characters the API does not take in a tool name become underscores. */
export function safeName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
