import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, type Document, type Place } from './document.js';
import { markdownFiles } from './markdown-files.js';

const mostFolders = 1000;

/** Every Markdown document of some folders, in the order of the folders. */
export async function readPlaces(places: readonly Place[], tell: (problem: string) => void): Promise<Document[]> {
  const found = await Promise.all(
    places.map(async (place) => {
      const { paths, problem } = markdownFiles(place.folder);
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
      const names = namesIn(place.folder);
      if (names.length > mostFolders) tell(`${place.folder}: holds ${names.length} folders; the first ${mostFolders} are read`);
      return Promise.all(names.slice(0, mostFolders).map((name) => readDocument(join(place.folder, name, file), place, tell)));
    }),
  );
  return found.flat().filter((document) => document !== undefined);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return []; // no such folder: nothing there
  }
}
