import type { ShellWord } from '../word.js';

const plain =
  /^-[cCMSaejnrRs]+$|^--(compact-output|color-output|monochrome-output|sort-keys|ascii-output|exit-status|join-output|null-input|raw-output|raw-input|slurp|tab|stream|seq)$/;

/** Flags whose values are texts, by how many they take. */
const texts = new Map([
  ['--arg', 2],
  ['--argjson', 2],
  ['--indent', 1],
]);

/** Words of a filter that look at the environment or at other files. */
const outward = /\$ENV|\$__prog|\b(env|import|include|input_filename|modulemeta|get_search_list)\b/;

/** What a jq call reads, and whether its filter stays with that. */
export function readJq(args: readonly ShellWord[]): { readOnly: boolean; files: readonly ShellWord[] } {
  const operands: ShellWord[] = [];
  let known = true;
  let filterFromFile = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (!word.value.startsWith('-') || word.value === '-') operands.push(word);
    else if (texts.has(word.value)) at += texts.get(word.value)!;
    else if (!plain.test(word.value)) {
      known = false;
      filterFromFile ||= /^(-[a-zA-Z]*f|--from-file)/.test(word.value);
    }
  }
  const files = filterFromFile ? operands : operands.slice(1);
  const [filter] = operands;
  return { readOnly: known && filter !== undefined && !filter.glob && !outward.test(filter.value), files };
}
