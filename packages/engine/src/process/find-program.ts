import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { errorText } from '@inboard/wire';

/** The first program of this name on a path. A relative folder does not count: it would let the project at hand choose the program. */
export function findProgram(name: string, path: string, usualPlaces: readonly string[] = []): string | undefined {
  const folders = [...path.split(delimiter).filter((folder) => isAbsolute(folder)), ...usualPlaces];
  return folders.map((folder) => join(folder, name)).find((candidate) => whyNotExecutable(candidate) === undefined);
}

/** Why a file cannot be run, if it cannot. */
export function whyNotExecutable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? undefined : 'it is not a file';
  } catch (error) {
    return errorText(error);
  }
}
