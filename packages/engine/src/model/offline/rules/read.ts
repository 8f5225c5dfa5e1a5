import { rule, type Rule } from '../rule.js';
import { call, type Step, type Topic } from '../step.js';

const read = (file: string, topic: Topic = { kind: 'show' }): Step[] => [call('Read', { file_path: file }, `I read ${file}.`, topic)];
const about = (words: string): Topic => (words === '' ? { kind: 'show' } : { kind: 'about', words });

/** A name that is most likely a file's. */
const named = String.raw`("[^"]+"|'[^']+'|\x60[^\x60]+\x60|[^\s"'\x60]*\.\w+|readme|makefile|dockerfile|license)`;

/** Requests that name a file and end in reading it. */
export const readRules: readonly Rule[] = [
  rule('(?:show|print|read|give)(?: me)?(?: the)? (?:first|top)(?: \\d+)? lines? (?:of|in|from) <file>', (file) => read(file)),
  rule('(?:summari[sz]e|sum up|describe|explain|give me (?:a summary|an overview) of|overview of)(?: the)?(?: file)? <file>', (file) =>
    read(file, { kind: 'summary' }),
  ),
  rule(`what (?:is|does) (?:the )?(?:file )?${named} (?:about|do|for)`, (file) => read(file, { kind: 'summary' })),
  rule(
    '(?:explain|describe|summari[sz]e|tell me about|what is|what does) (?:this|the) (?:project|repo|repository|package|code|codebase)(?: (?:do|about|for))?',
    () => read('README.md', { kind: 'summary' }),
  ),
  rule(
    `what does (?:the )?(?:file )?${named} (?:say|tell|contain|have|hold)(?: (?:us |me )?(?:about|on|for) (?:the )?<text>)?`,
    (file, words) => read(file, about(words)),
  ),
  rule(
    `(?:what(?:'s| is)|show|print|give|display|see)(?: me)?(?: the)? (?:in|inside|contents? (?:of|in))(?: the)?(?: file)? ${named}`,
    (file) => read(file),
  ),
  rule(
    `(?:what(?:'s| is| are)|tell|give|show|get|print)(?: me)?(?: the)? <text> (?:in|of|from|according to) (?:the )?(?:file )?${named}`,
    (words, file) => read(file, about(words)),
  ),
  rule(named, (file) => read(file)),
];

/** Requests that name something to read; what it is shows when it is read. */
export const openRules: readonly Rule[] = [
  rule(
    '(?:read|show|open|cat|print|view|display|look at|see|head|check)(?: me)?(?: the)?(?: file)? <file>(?:,? (?:and|to) (?:then )?(?:tell me|say|show me|show|explain|find|find out|give me|answer|see|look for) <text>)?',
    (file, words) => read(file, about(words)),
  ),
];
