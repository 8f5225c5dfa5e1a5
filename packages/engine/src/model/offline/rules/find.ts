import { globOf, inFolder, literal, where } from '../place.js';
import { rule, type Rule } from '../rule.js';
import { call, type Step } from '../step.js';

const list = (folder: string): Step[] => [call('Glob', { pattern: '{*,*/*}', ...where(folder) }, 'I list the files.', { kind: 'files' })];
const find = (name: string, folder = ''): Step[] => [
  call('Glob', { pattern: globOf(name), ...where(folder) }, `I look for ${name}.`, { kind: 'files' }),
];
const search = (words: string, folder = ''): Step[] => [
  call('Grep', { pattern: literal(words), output_mode: 'content', ...where(folder) }, `I search for ${words}.`, { kind: 'matches' }),
];

const files = '(?:files?|folders?|directory|directories|everything|contents?|stuff)';

/** Requests that end in finding files or text in them. */
export const findRules: readonly Rule[] = [
  // Text in files
  rule(
    `(?:where|which files?|who) (?:is|are|do|does|uses?|calls?|contains?|contain|mentions?|mention|has|have|imports?|import)(?: (?:i|we|the|any|word|function|variable|class|text))* <text> (?:used|called|defined|mentioned|referenced|imported|declared|set|come from)${inFolder}`,
    search,
  ),
  rule(
    `(?:which files?|what files?|who) (?:use|uses|call|calls|contain|contains|mention|mentions|import|imports|has|have)(?: the)?(?: (?:word|text|string|function))? <text>${inFolder}`,
    search,
  ),
  rule(`(?:does|do) (?:anything|any files?|something|the code) (?:use|call|contain|mention|import|have) <text>${inFolder}`, search),
  rule(
    `(?:find|show me|list|show)(?: me)?(?: all| the| every)* (?:usages?|uses|occurrences|references|mentions|callers) (?:of|to|for) <text>${inFolder}`,
    search,
  ),
  rule('grep(?: -\\w+)* <file> <file>', search),
  rule(
    `(?:search|grep|look|scan)(?: (?:all|the|through|in))*(?: (?:files?|code|folder|project|repo))?(?: for)?(?: the)?(?: (?:word|text|string))? <text>${inFolder}`,
    search,
  ),
  rule(`(?:find|show)(?: me)?(?: all| the| every)* (todo|fixme|hack)s?(?: comments?)?${inFolder}`, (word, folder) =>
    search(word.toUpperCase(), folder),
  ),
  rule(`find (?:the )?(?:text |word |string )("[^"]+"|'[^']+'|\\x60[^\\x60]+\\x60|\\S+)${inFolder}`, search),
  // Lists
  rule(
    `(?:what|which)(?: ${files})?(?: (?:are|is|do|exist|exists|live|can you see))(?: (?:in|there|here|we|i|you))*(?: have| see)?(?: (?:in|under|inside))?(?: (?:here|this|the|current|working))*(?: ${files})?`,
    () => list(''),
  ),
  rule(
    `(?:what|which)(?:'s| is| are)(?: the)?(?: ${files})?(?: (?:in|under|inside)) (?:the )?(?:folder |directory )?<file>(?: (?:folder|directory|dir))?`,
    list,
  ),
  rule(
    `(?:list|show|ls|dir|display|print)(?: me)?(?: all)?(?: (?:of )?(?:the|this|my|your|our|current))*(?: ${files})*(?: (?:here|please))?${inFolder}`,
    list,
  ),
  rule(`(?:ls|dir|tree)(?: -\\w+)*(?: <file>)?`, list),
  // Names
  rule(`(?:find|locate|get|show me|list|search for)(?: me)?(?: all| the| every| any)* <file> files${inFolder}`, find),
  rule(
    `(?:find|locate|list|show me|which are|get)(?: me)?(?: all| the| every| any)*(?: files?)? (?:named|called|matching|like|ending in|ending with|with the name|that end in|that end with) <file>${inFolder}`,
    find,
  ),
  rule(`(?:which|what) files (?:end (?:in|with)|are named|are called|match) <file>`, (name) => find(name)),
  rule(`where (?:is|are|can i find) (?:the )?(?:file )?<file>`, (name) => find(name)),
  rule(`(?:is|are) there (?:a|an|any|some) (?:file )?(?:called |named )?<file>(?: files?)?(?: here)?`, (name) => find(name)),
  rule(`(?:find|locate)(?: me)?(?: all| the| every| a)*(?: files?)? <file>${inFolder}`, find),
];
