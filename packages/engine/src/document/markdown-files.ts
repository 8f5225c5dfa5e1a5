import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const mostFiles = 1000;
const mostDepth = 6;

/** The Markdown files of a folder and those below, sorted; links to folders are not followed. */
export async function markdownFiles(folder: string): Promise<{ paths: string[]; problem?: string }> {
  const paths: string[] = [];
  try {
    await collect(folder, 0, paths);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { paths: [] };
    return { paths: [], problem: `${folder}: cannot be read (${message})` };
  }
  const sorted = paths.sort();
  return sorted.length > mostFiles ? { paths: sorted.slice(0, mostFiles), problem: `${folder}: holds ${sorted.length} files; the first ${mostFiles} are read` } : { paths: sorted };
}

async function collect(folder: string, depth: number, found: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below: Promise<void>[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < mostDepth) below.push(collect(path, depth + 1, found).catch(() => undefined)); // a folder that may not be read has nothing for us
    else if (entry.name.endsWith('.md') && !entry.isDirectory()) found.push(path);
  }
  await Promise.all(below);
}

/** The name a file has by its place: `a/b.md` is `a:b`. */
export function nameByPlace(path: string, folder: string): string {
  return relative(folder, path).replace(/\.md$/, '').split(sep).join(':');
}
