/** True if a path is the folder or below it, component by component. */
export function contains(folder: string, path: string): boolean {
  if (folder === '/') return path.startsWith('/');
  return path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === 47);
}
