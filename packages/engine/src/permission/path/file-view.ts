import { lstatSync, readlinkSync } from 'node:fs';

/** What the judge may know of the file system: where links point. Must not throw and must not change anything. */
export interface FileView {
  /** The target of a symbolic link as stored, or undefined when the path is no link or does not exist. */
  readLink(path: string): string | undefined;
}

/** The file system of this machine. */
export const realFileView: FileView = {
  readLink(path) {
    try {
      return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
    } catch {
      return undefined; // a folder that may not be searched hides its links from the tools too
    }
  },
};

/** A file system that has only the given links. */
export function linksOnly(links: ReadonlyMap<string, string>): FileView {
  return { readLink: (path) => links.get(path) };
}

/** A view that looks at each path once, for the time of one decision. */
export function remembering(view: FileView): FileView {
  const seen = new Map<string, string | undefined>();
  return {
    readLink(path) {
      if (!seen.has(path)) seen.set(path, view.readLink(path));
      return seen.get(path);
    },
  };
}
