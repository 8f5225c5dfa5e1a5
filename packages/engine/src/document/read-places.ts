import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument, type Document, type Place } from './document.js';
import { markdownFiles } from './markdown-files.js';

/** Every Markdown document of some folders, in the order of the folders; all are read side by side. */
export async function readPlaces(places: readonly Place[], tell: (problem: string) => void): Promise<Document[]> {
  const found = await Promise.all(
    places.map(async (place) => {
      const { paths, problem } = await markdownFiles(place.folder);
      if (problem !== undefined) tell(problem);
      return Promise.all(paths.map((path) => readDocument(path, place, tell)));
    }),
  );
  return found.flat().filter((document) => document !== undefined);
}

/** The one document of this name in each folder right below some folders, such as `SKILL.md`. */
export async function readFolders(places: readonly Place[], file: string, tell: (problem: string) => void): Promise<Document[]> {
  const found = await Promise.all(
    places.map(async (place) => {
      const names = await readdir(place.folder).catch(() => []); // no such folder: nothing there
      return Promise.all(names.sort().map((name) => readDocument(join(place.folder, name, file), place, tell)));
    }),
  );
  return found.flat().filter((document) => document !== undefined);
}
