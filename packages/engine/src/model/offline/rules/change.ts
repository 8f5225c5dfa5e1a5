import { rule, type Rule } from '../rule.js';
import { call, say, type Step } from '../step.js';

const write = (content: string, file: string): Step[] => [
  call('Write', { file_path: file, content: content === '' || content.endsWith('\n') ? content : `${content}\n` }, `I write ${file}.`, {
    kind: 'done',
    text: `${file} is written.`,
  }),
];

/** A file is read before it is changed. */
function edit(from: string, to: string, file: string, replaceAll = ''): Step[] {
  const input = { file_path: file, old_string: from, new_string: to, ...(replaceAll !== '' && { replace_all: true }) };
  if (from === '' || from === to) return [say(`There is nothing to change in ${file}: tell me which text and what it becomes.`)];
  return [
    call('Read', { file_path: file }, `I read ${file} first.`, { kind: 'done', text: '' }),
    call('Edit', input, 'Now I change it.', { kind: 'done', text: `${file} is changed: "${from}" became "${to}".` }),
  ];
}

const run = (command: string, text?: string): Step[] => [
  call(
    'Bash',
    { command, description: 'Run a command' },
    `I run ${command}.`,
    text === undefined ? { kind: 'show' } : { kind: 'done', text },
  ),
];
const shellWord = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const aFile = '(?:the |a |an |my |to )?(?:new )?(?:text )?(?:file )?(?:called |named )?';

/** Requests that change something. */
export const changeRules: readonly Rule[] = [
  rule(
    '(?:replace|change|rename|edit|swap|turn)( all| every)?(?: the)?(?: (?:word|text|string))? <text> (?:with|to|into|by|for) <text> in (?:the )?(?:file )?<file>',
    (all, from, to, file) => edit(from, to, file, all),
  ),
  rule(
    'in (?:the )?(?:file )?<file>,? (?:replace|change|rename|edit|swap)( all| every)?(?: the)?(?: (?:word|text|string))? <text> (?:with|to|into|by|for) <text>',
    (file, all, from, to) => edit(from, to, file, all),
  ),
  rule(
    `(?:create|make|add|start|new|touch)(?: me)? ${aFile}<file>(?:,)? (?:with|containing|that says|saying|which says|that contains|holding|reading)(?: (?:the )?(?:text|content|contents|words?|line))?:? <text>(?: in it| inside)?`,
    (file, content) => write(content, file),
  ),
  rule(`(?:write|put|save|store)(?: the)?(?: (?:text|words?|line))?:? <text> (?:to|into|in|as) ${aFile}<file>`, write),
  rule(`(?:write|overwrite) ${aFile}<file> with (?:the )?(?:text |content )?:?<text>`, (file, content) => write(content, file)),
  rule(`(?:create|make|touch)(?: me)? (?:an |a )?(?:new )?(?:empty )?file (?:called |named )?<file>`, (file) => write('', file)),
  rule('(?:delete|remove|rm) (?:the )?file <file>|(?:delete|remove) ([^\\s"\'\\x60]+\\.\\w+)', (file, name) =>
    run(`rm -- ${shellWord(file || name)}`, `${file || name} is deleted.`),
  ),
  rule('(?:run|execute|do|start)(?: the)? (?:unit )?tests?(?: suite)?', () => run('npm test')),
  rule(
    '(?:run|execute|exec|start)(?: (?:the|this))?(?: (?:shell )?command)?:? <text>(?: in (?:the |a )?(?:shell|terminal|bash))?',
    (command) => run(command),
  ),
  rule('[$!](?: )?<text>', (command) => run(command)),
  rule('((?:git|npm|npx|node|pwd|echo|date|whoami|uname|wc|make|python3?|cargo|go|docker|curl)(?: \\S.*)?)', (command) => run(command)),
  rule("what(?:'s| is) (?:the |your |my )?(?:version of )?(node|npm|git|python)(?:js)?(?:'s)?(?: version)?", (program) =>
    run(`${program.toLowerCase()} --version`),
  ),
  rule("what(?:'s| is)(?: the)? (?:current )?(?:date|time|day)(?: (?:is it|today|now))?|what (?:time|day) is it(?: now| today)?", () =>
    run('date'),
  ),
  rule("where (?:am i|are we|are you)|what(?:'s| is) (?:the |this )?(?:current |working )*(?:directory|folder)", () => run('pwd')),
];
