import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What stands beside a transcript and never changes once it is there. */
const kept = ['file-snapshots', 'subagents', 'tool-results'];

/** Gives a fork what its transcript refers to. Contents are shared where the file system can. */
export function copyKeptFiles(from: string, to: string): void {
  for (const name of kept) {
    if (!existsSync(join(from, name))) continue;
    mkdirSync(join(to, name), { recursive: true, mode: 0o700 });
    for (const file of readdirSync(join(from, name)))
      share(join(from, name, file), join(to, name, file), { mayLink: name === 'file-snapshots' });
  }
}

/** Only snapshots are shared: other files may still grow. */
function share(from: string, to: string, options: { mayLink: boolean }): void {
  if (existsSync(to)) return;
  try {
    if (options.mayLink) return linkSync(from, to);
  } catch {
    // another file system: copied instead
  }
  copyFileSync(from, to);
}
