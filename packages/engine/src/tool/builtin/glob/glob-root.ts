import { isAbsolute, join, normalize } from 'node:path';
import picomatch from 'picomatch';

/** A glob as the folder it starts from and what names in that folder must match. */
export interface GlobRoot {
  folder: string;
  pattern: string;
}

/** Takes the fixed folders at the start of a glob out of it, so that only they are searched. */
export function globRoot(pattern: string, folder: string): GlobRoot {
  const { base, glob, negated } = picomatch.scan(pattern);
  if (negated) return { folder, pattern };
  if (glob !== '') return { folder: under(folder, unescaped(base)), pattern: glob };
  // Without any wildcard it names one file.
  const path = normalize(unescaped(pattern));
  const slash = path.lastIndexOf('/');
  return { folder: under(folder, path.slice(0, slash + 1)), pattern: escaped(path.slice(slash + 1)) };
}

function under(folder: string, base: string): string {
  return isAbsolute(base) ? normalize(base) : join(folder, base);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!+@|]/g, String.raw`\$&`);
}
