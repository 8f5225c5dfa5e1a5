import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Flags whose value every engine also takes from a file. */
const mayBeFile = new Set(['--mcp-config', '--settings']);
const holdsSecrets = /"(headers|env)"\s*:/;

/** Arguments that everybody on the machine may read, and how to take away the files that hold the rest. */
export interface SecretArguments {
  args: string[];
  discard: () => void;
}

/** Puts values that may hold secrets into files that only we can read: a list of processes shows everybody the arguments. */
export function hideSecrets(args: readonly string[]): SecretArguments {
  const secret = (index: number) => mayBeFile.has(args[index - 1] ?? '') && holdsSecrets.test(args[index]!);
  if (!args.some((_, index) => secret(index))) return { args: [...args], discard: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'inboard-arguments-')); // for its owner alone
  const inFile = (value: string, index: number) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, value, { mode: 0o600 });
    return path;
  };
  return {
    args: args.map((value, index) => (secret(index) ? inFile(value, index) : value)),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
