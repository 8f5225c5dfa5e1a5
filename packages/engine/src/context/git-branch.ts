import { dirname, join, resolve } from 'node:path';
import { readText } from '../document/read-text.js';
import { foldersUp } from '../document/scope.js';

const most = 4096;

/** The branch of the repository a folder lies in; nothing outside one. Only files are read: no git runs, and nothing of its settings. */
export function gitBranch(folder: string): string | undefined {
  for (const each of foldersUp(folder)) {
    const head = readText(join(each, '.git', 'HEAD'), { most });
    if ('text' in head) return branchIn(head.text);
    const link = readText(join(each, '.git'), { most });
    const target = 'text' in link ? /^gitdir: (.+)$/m.exec(link.text)?.[1] : undefined;
    const linked = target === undefined ? undefined : readText(join(resolve(dirname(join(each, '.git')), target), 'HEAD'), { most });
    if (linked && 'text' in linked) return branchIn(linked.text);
  }
  return undefined;
}

/** A name of ordinary characters, or a short commit; anything else is not repeated to the model. */
function branchIn(head: string): string | undefined {
  return /^ref: refs\/heads\/([\w./-]{1,100})\s*$/.exec(head)?.[1] ?? /^([0-9a-f]{12})[0-9a-f]{28,}\s*$/.exec(head)?.[1];
}
