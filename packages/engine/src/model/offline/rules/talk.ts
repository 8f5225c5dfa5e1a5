import { rule, type Rule } from '../rule.js';
import { call, say, type Step } from '../step.js';

/** What the offline model says of itself. */
export const helpText = [
  'I am the offline model: a set of rules, not a language model. I understand plain requests such as',
  '- what files are here? · find *.ts · show me README.md · summarise README.md',
  '- what does package.json say about the version? · how many lines does README.md have?',
  '- search for "TODO" in src · where is main used?',
  '- create a file notes.txt with hello · replace "hello" with "bye" in notes.txt',
  '- run `npm --version` · plan: look around, change it, test it · ask me "Which colour?" with red or blue',
  'and several of them joined by "then". Set ANTHROPIC_API_KEY to talk to a real model.',
].join('\n');

function plan(list: string): Step[] {
  const items = list
    .split(/\s*(?:[,;\n]|\b(?:first|second|third|finally|next|then)\b)\s*/i)
    .map((item) => item.trim().replace(/^(?:and|to|\d+[.)]|[-*])\s+/i, ''));
  const contents = items.filter((item) => item !== '').slice(0, 20);
  const todos = (contents.length > 0 ? contents : ['Understand the task', 'Do it', 'Check the result']).map((content) => ({
    content,
    status: 'pending',
    activeForm: content,
  }));
  return [
    call('TodoWrite', { todos }, 'I write the plan down.', {
      kind: 'done',
      text: `The plan:\n${todos.map(({ content }) => `- ${content}`).join('\n')}`,
    }),
  ];
}

function ask(question: string, choices: string): Step[] {
  const labels = [...new Set(choices.split(/\s*(?:,|;|\bor\b|\/)\s*/i).filter((label) => label !== ''))].slice(0, 4);
  const given = labels.length >= 2 ? labels : [...(labels.length === 1 ? labels : ['yes']), 'no'];
  const options = given.map((label) => ({ label, description: label }));
  return [call('AskUserQuestion', { questions: [{ question, header: 'Question', options, multiSelect: false }] }, 'I ask.')];
}

const help = () => [say(helpText)];

/** Requests that need no file. */
export const talkRules: readonly Rule[] = [
  rule(
    '(?:help|help me|usage|commands|what can (?:you|i) do(?: here)?|who are you|what are you|what is this|how (?:does|do) (?:this|you) work|hi|hello|hey|good (?:morning|evening|day)|hi there|hello there|test|yo)(?:[ ,!]+\\w+)?',
    help,
  ),
  rule('(?:thanks|thank you|thx|great|nice|cool|ok|okay|bye|goodbye|good)(?:[ ,!]+\\w+)*', () => [
    say('You are welcome. "help" tells what I understand.'),
  ]),
  rule('how are you(?: \\w+)*', () => [say('I am a set of rules, so always the same. "help" tells what I understand.')]),
  rule(
    '(?:make |write |create |show )?(?:me )?(?:a |the )?(?:plan|to-?do|to-?dos|todo list|to-do list)(?: (?:for|to|with|of))?(?: me)?:?(?: <text>)?',
    plan,
  ),
  rule(
    'ask(?: me| the user)?:? ("[^"]+"|\'[^\']+\'|\\x60[^\\x60]+\\x60)(?:,? (?:with|between|options?|choices?|and offer|offering):? <text>)?',
    ask,
  ),
  rule('ask(?: me| the user)? <text>(?::|,? (?:with|between|options?|choices?)) <text>', ask),
  rule('ask(?: me| the user)? <text>', (question) => ask(question, '')),
];
