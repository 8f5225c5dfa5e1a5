import type { ShellWord } from '../word.js';

/** Programs that only say which version they are, whatever the folder holds. Those that load plugins or switch tool chains first are not among them. */
const programs = new Set(
  'node npm python python3 tsc java javac ruby perl gcc g++ clang cc make cmake docker jq curl bash git rg awk gawk sed grep tar psql sqlite3 openssl'.split(
    ' ',
  ),
);

/** True for a call that asks a well-known program for its version, and for nothing else. */
export function asksVersion(name: string, args: readonly ShellWord[]): boolean {
  const [flag, more] = args;
  if (!programs.has(name) || flag?.certainty !== 'exact' || more !== undefined) return false;
  return (
    flag.value === '--version' ||
    (/^(node|npm|tsc|perl)$/.test(name) && flag.value === '-v') ||
    (name === 'java' && flag.value === '-version')
  );
}
