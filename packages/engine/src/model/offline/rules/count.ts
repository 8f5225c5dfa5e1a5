import { globOf, inFolder, literal, where } from '../place.js';
import { rule, type Rule } from '../rule.js';
import { call, type Step } from '../step.js';

const countFiles = (name: string, folder = ''): Step[] => [
  call('Glob', { pattern: name === '' ? '**/*' : globOf(name), ...where(folder) }, 'I count files.', { kind: 'number-of-files' }),
];
const countWords = (words: string, folder = ''): Step[] => [
  call('Grep', { pattern: literal(words), output_mode: 'count', ...where(folder) }, `I count ${words}.`),
];
const countLines = (file: string): Step[] => [
  call('Grep', { pattern: '^', path: file, output_mode: 'count' }, `I count the lines of ${file}.`, { kind: 'lines' }),
];

/** Requests that end in a number. */
export const countRules: readonly Rule[] = [
  // Lines and words
  rule(
    '(?:count|how many)(?: of)?(?: the)? lines (?:of|in|are in|are there in|does|has|do)(?: the)?(?: file)? <file>(?: have| has| contain)?',
    countLines,
  ),
  rule('(?:how long|how big) is (?:the )?(?:file )?<file>', countLines),
  rule(
    `how (?:many times|often) (?:does|do|is|are) (?:the )?(?:word |text )?<text> (?:appear|occur|come up|used|mentioned|show up)${inFolder}`,
    countWords,
  ),
  rule(`count (?:the )?(?:occurrences|uses|usages|mentions|matches) of <text>${inFolder}`, countWords),
  // Numbers of files
  rule(`(?:count|how many)(?: the| all)? files (?:matching|like|named|called|ending in|ending with) <file>`, (name) => countFiles(name)),
  rule(
    `(?:count|how many)(?: the| all)? files(?: (?:are|do)(?: (?:there|we have|you see|i have|here))?)?${inFolder}(?: (?:are there|here|do i have|exist))?`,
    (folder) => countFiles('', folder),
  ),
  rule(`(?:count|how many)(?: the| all)? <file> files(?: are there| here| do (?:i|we) have)?${inFolder}`, countFiles),
];
