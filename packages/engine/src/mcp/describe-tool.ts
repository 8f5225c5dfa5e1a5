import type { McpServerStatus } from '@inboard/wire';
import type { ListedTool } from './listed-tool.js';

/** A tool as the status of its server shows it. */
export function describeTool({ name, description, annotations }: ListedTool): NonNullable<McpServerStatus['tools']>[number] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  return {
    name,
    ...(description !== name && { description }),
    annotations: {
      ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
      ...(destructiveHint !== undefined && { destructive: destructiveHint }),
      ...(openWorldHint !== undefined && { openWorld: openWorldHint }),
    },
  };
}
