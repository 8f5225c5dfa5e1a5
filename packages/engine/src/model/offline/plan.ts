/** One thing to do, as the offline model understood it. */
export type Step =
  | { kind: 'call'; tool: string; input: Record<string, unknown>; intro: string; question?: string }
  | { kind: 'say'; text: string };

interface Rule {
  pattern: RegExp;
  steps: (match: RegExpExecArray) => Step[];
}

const call = (tool: string, input: Record<string, unknown>, intro: string, question?: string): Step => ({
  kind: 'call',
  tool,
  input,
  intro,
  ...(question !== undefined && { question }),
});

const path = String.raw`["'\x60]?([^\s"'\x60,;]+)["'\x60]?`;
const quoted = String.raw`(?:"([^"]*)"|'([^']*)'|\x60([^\x60]*)\x60|(\S+))`;
const firstOf = (match: RegExpExecArray, from: number) => match.slice(from, from + 4).find((part) => part !== undefined) ?? '';

export const helpText = [
  'I am the offline model: a set of rules, not a language model. I understand plain requests such as',
  '- list the files · find *.ts · read package.json and tell me the name',
  '- search for "TODO" in src · count the lines of README.md · count files matching **/*.ts',
  '- run `npm --version` · write "hello" to notes.txt · replace "a" with "b" in notes.txt',
  '- plan: first this, second that · ask "which colour?" with red or blue',
  'and several of them joined by "then".',
].join('\n');

/** What is understood, first match wins. */
const rules: readonly Rule[] = [
  { pattern: /^(?:help|what can you do|who are you|hi|hello|hey)\b/i, steps: () => [{ kind: 'say', text: helpText }] },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:replace|change|edit)\s+${quoted}\s+(?:with|to|into|by)\s+${quoted}\s+in\s+(?:the )?(?:file )?${path}`, 'i'),
    steps: (match) => {
      const file = match[9]!;
      const edit = { file_path: file, old_string: firstOf(match, 1), new_string: firstOf(match, 5) };
      return [call('Read', { file_path: file }, `I read ${file} first.`), call('Edit', edit, `Now I change it.`)];
    },
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:write|put|save|create)\s+${quoted}\s+(?:to|into|in|as)\s+(?:the |a )?(?:file )?${path}`, 'i'),
    steps: (match) => [call('Write', { file_path: match[5]!, content: `${firstOf(match, 1)}\n` }, `I write ${match[5]!}.`)],
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:run|execute)\s+(?:the command\s+)?(?:\x60([^\x60]+)\x60|"([^"]+)"|'([^']+)'|(.+))$`, 'i'),
    steps: (match) => {
      const command = firstOf(match, 1).trim();
      return [call('Bash', { command, description: 'Run a command' }, `I run ${command}.`)];
    },
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?count\s+(?:the )?lines\s+(?:of|in)\s+${path}`, 'i'),
    steps: (match) => [call('Grep', { pattern: '^', path: match[1]!, output_mode: 'count' }, `I count the lines of ${match[1]!}.`, 'lines')],
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:count|how many)\s+(?:the |all )?(?:files|\S+ files)?\s*(?:(?:matching|like|named)\s+${path})?`, 'i'),
    steps: (match) => [call('Glob', { pattern: match[1] ?? '**/*' }, 'I count files.', 'count')],
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:search|grep|look)\s+(?:for\s+)?${quoted}(?:\s+in\s+(?:the )?(?:folder )?${path})?`, 'i'),
    steps: (match) => {
      const where = match[5] && !/^(?:files?|here|all)$/i.test(match[5]) ? { path: match[5] } : {};
      return [call('Grep', { pattern: firstOf(match, 1), output_mode: 'content', ...where }, `I search for ${firstOf(match, 1)}.`)];
    },
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:read|show|open|cat|print)\s+(?:me )?(?:the )?(?:file )?${path}(.*)$`, 'is'),
    steps: (match) => [call('Read', { file_path: match[1]! }, `I read ${match[1]!}.`, match[2]!.trim())],
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:find|locate)\s+(?:all |the )?(?:files? )?(?:named |matching |like )?${path}(?:\s+(?:files?)?\s*in\s+${path})?`, 'i'),
    steps: (match) => {
      const wanted = match[1]!;
      const pattern = /[*?[{]/.test(wanted) ? (wanted.includes('/') ? wanted : `**/${wanted}`) : `**/*${wanted}*`;
      return [call('Glob', { pattern, ...(match[2] && { path: match[2] }) }, `I look for ${wanted}.`)];
    },
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?(?:list|ls)\b(?:\s+(?:all |the )?(?:files|folder|directory|everything)?)?(?:\s*(?:in|of)\s+(?:the )?(?:folder )?${path})?`, 'i'),
    steps: (match) => [call('Glob', { pattern: '*', ...(match[1] && !/^(this|here)/i.test(match[1]) && { path: match[1] }) }, 'I list the files.')],
  },
  {
    pattern: /^(?:please )?(?:plan|todo)s?\b:?\s*(.*)$/is,
    steps: (match) => {
      const items = match[1]!.split(/\s*(?:,|;|\n|\bfirst\b|\bsecond\b|\bthird\b|\bfinally\b)\s*/i).filter((item) => item.trim() !== '');
      const todos = (items.length > 0 ? items : ['Understand the task', 'Do it', 'Check the result']).map((content) => ({ content, status: 'pending', activeForm: content }));
      return [call('TodoWrite', { todos }, 'I write the plan down.')];
    },
  },
  {
    pattern: new RegExp(String.raw`^(?:please )?ask\s+(?:me |the user )?${quoted}(?:\s+(?:with|between|options?)\s+(.+))?$`, 'i'),
    steps: (match) => {
      const labels = (match[5] ?? 'yes or no').split(/\s*(?:,|\bor\b|\/)\s*/i).filter((label) => label !== '').slice(0, 4);
      const options = (labels.length >= 2 ? labels : [...labels, 'something else']).map((label) => ({ label, description: label }));
      return [call('AskUserQuestion', { questions: [{ question: firstOf(match, 1), header: 'Question', options, multiSelect: false }] }, 'I ask.')];
    },
  },
];

/** Turns a request in plain words into steps. */
export function planSteps(request: string): Step[] {
  const parts = request
    .split(/\s*[,;.]?\s*\b(?:and then|then|after that)\b\s*,?\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (parts.length === 0 ? ['help'] : parts).flatMap(stepsFor);
}

function stepsFor(part: string): Step[] {
  for (const rule of rules) {
    const match = rule.pattern.exec(part);
    if (match) return rule.steps(match);
  }
  return [{ kind: 'say', text: `I do not understand "${part.length > 80 ? `${part.slice(0, 80)}…` : part}".\n${helpText}` }];
}
