import type { ToolCall } from './pipeline/call.js';

const pathFields: Record<string, string> = { Read: 'file_path', Edit: 'file_path', Write: 'file_path', NotebookEdit: 'notebook_path' };

/** The files that some calls have read or written. */
export function touchedFiles(calls: readonly ToolCall[]): string[] {
  return calls.flatMap(({ tool, outcome, input }) => {
    const path = tool && !outcome?.isError ? input[pathFields[tool.name] ?? ''] : undefined;
    return typeof path === 'string' ? [path] : [];
  });
}
