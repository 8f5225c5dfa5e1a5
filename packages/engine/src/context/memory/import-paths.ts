import { isAbsolute, join, resolve } from 'node:path';
import { outsideCode } from './strip-comments.js';

/** The files a memory file imports with `@path`, as absolute paths, each once; code is skipped. */
export function importPaths(text: string, folder: string, home: string): string[] {
  const found = new Set<string>();
  outsideCode(text, (prose) => {
    for (const match of prose.matchAll(/(?<=^|\s)@((?:[^\s\\]|\\ )+)/gm)) {
      const path = match[1]!.replaceAll('\\ ', ' ').replace(/[),.;:!?'"]+$/, '');
      if (looksLikePath(path)) found.add(absolute(path, folder, home));
    }
    return prose;
  });
  return [...found];
}

/** `@someone` may be a person: a path has a slash, a dot or a tilde in it, or is plain words. */
function looksLikePath(path: string): boolean {
  return /^[\w~./-]/.test(path) && !path.includes('@') && !path.includes('://');
}

function absolute(path: string, folder: string, home: string): string {
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? resolve(path) : resolve(folder, path);
}
