import { resolve } from 'node:path';

/** The input field that names the file each tool changes. */
const fields: Readonly<Record<string, string>> = { Write: 'file_path', Edit: 'file_path', NotebookEdit: 'notebook_path' };

/** The file a call is about to change, if it is one of the tools that change files. */
export function changedFile(tool: string, input: Record<string, unknown>, cwd: string): string | undefined {
  const path = input[fields[tool] ?? ''];
  return typeof path === 'string' && path !== '' ? resolve(cwd, path) : undefined;
}
