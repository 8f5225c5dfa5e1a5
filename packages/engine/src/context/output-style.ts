import { switchField, textField } from '../document/field.js';
import type { Document } from '../document/document.js';
import { nameByPlace } from '../document/markdown-files.js';

/** A way to answer that a file describes. */
export interface OutputStyle {
  name: string;
  description: string;
  text: string;
  /** It comes on top of how to work on code, not in its place. */
  keepsCoding: boolean;
}

/** The style that is none. */
export const defaultStyle = 'default';

/** The styles that documents describe; a later one replaces an earlier one of the same name. Those of folders nobody trusts do not count: they would speak in the system prompt. */
export function outputStyles(documents: readonly Document[]): OutputStyle[] {
  const styles = documents
    .filter(({ place }) => place.trusted)
    .map(({ fields, path, place, body }) => {
      const own = textField(fields, 'name') ?? nameByPlace(path, place.folder);
      return {
        name: place.prefix === undefined ? own : `${place.prefix}:${own}`,
        description: textField(fields, 'description') ?? '',
        text: body.trim(),
        keepsCoding: switchField(fields, 'keep-coding-instructions') ?? false,
      };
    });
  return [...new Map(styles.map((style) => [style.name, style])).values()];
}
