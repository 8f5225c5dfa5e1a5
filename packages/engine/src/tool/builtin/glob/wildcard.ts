/** Whether a name fits a glob of plain characters, `*`, `?`, `**` as a whole folder and lists of words. Takes time in proportion to both lengths, whatever they are. */
export function wildcard(pattern: string): (name: string) => boolean {
  const choices = alternatives(pattern).map((choice) => withContent(choice.split('/')));
  return (name) => {
    const folders = name.split('/');
    return choices.some((choice) => fitsSequence(choice, folders, '**', fitsName));
  };
}

/** `a/**` means what is in the folder, not the folder. */
function withContent(folders: string[]): string[] {
  return folders.at(-1) === '**' ? [...folders, '*'] : folders;
}

function fitsName(pattern: string, name: string): boolean {
  return fitsSequence(Array.from(pattern), Array.from(name), '*', (wanted, given) => wanted === '?' || wanted === given);
}

/** Compares two sequences, of which the pattern has a sign that stands for any number of items. Only the last such sign ever has to take more. */
function fitsSequence(
  pattern: readonly string[],
  items: readonly string[],
  many: string,
  fits: (wanted: string, given: string) => boolean,
): boolean {
  let [at, item, lastMany, taken] = [0, 0, -1, 0];
  while (item < items.length) {
    if (pattern[at] === many) {
      lastMany = at;
      taken = item;
      at += 1;
    } else if (at < pattern.length && fits(pattern[at]!, items[item]!)) {
      at += 1;
      item += 1;
    } else if (lastMany === -1) return false;
    else {
      taken += 1;
      [at, item] = [lastMany + 1, taken];
    }
  }
  while (pattern[at] === many) at += 1;
  return at === pattern.length;
}

/** `{a,b}c` as `ac` and `bc`. */
function alternatives(pattern: string): string[] {
  const [whole, before, words, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return whole === undefined ? [pattern] : words!.split(',').flatMap((word) => alternatives(`${before}${word}${after}`));
}
