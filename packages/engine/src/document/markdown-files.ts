import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const mostFiles = 1000;
const mostDepth = 6;

/** The Markdown files of a folder and those below, sorted; links to folders are not followed. */
export function markdownFiles(folder: string): { paths: string[]; problem?: string } {
  const paths: string[] = [];
  try {
    collect(folder, 0, paths);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { paths: [] };
    return { paths: [], problem: `${folder}: cannot be read (${message})` };
  }
  const sorted = paths.toSorted();
  return sorted.length > mostFiles
    ? { paths: sorted.slice(0, mostFiles), problem: `${folder}: holds ${sorted.length} files; the first ${mostFiles} are read` }
    : { paths: sorted };
}

function collect(folder: string, depth: number, found: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < mostDepth) collectBelow(path, depth + 1, found);
    else if (entry.name.endsWith('.md') && !entry.isDirectory()) found.push(path);
  }
}

function collectBelow(folder: string, depth: number, found: string[]): void {
  try {
    collect(folder, depth, found);
  } catch {
    // a folder that may not be read has nothing for us
  }
}

/** The name a file has by its place: `a/b.md` is `a:b`. */
export function nameByPlace(path: string, folder: string): string {
  return relative(folder, path).replace(/\.md$/, '').split(sep).join(':');
}
