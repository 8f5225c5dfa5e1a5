import type { Rule } from './rule.js';
import { changeRules } from './rules/change.js';
import { countRules } from './rules/count.js';
import { findRules } from './rules/find.js';
import { openRules, readRules } from './rules/read.js';
import { helpText, talkRules } from './rules/talk.js';
import { say, type Step } from './step.js';

/** What is understood; the first that fits wins. */
const rules: readonly Rule[] = [...talkRules, ...changeRules, ...countRules, ...readRules, ...findRules, ...openRules];

/** Longer requests are not for a set of rules. */
const longest = 2000;

/** Turns a request in plain words into steps. */
export function planSteps(request: string): Step[] {
  const whole = request.trim();
  if (whole === '') return [say(helpText)];
  if (whole.length > longest) return [say(`That is too long for me: I understand requests of up to ${longest} characters.\n${helpText}`)];
  const steps: Step[] = [];
  for (const part of partsOf(whole)) steps.push(...stepsFor(withReference(part, steps)));
  return steps;
}

/** Requests joined by "then", or by "and" where both sides are requests of their own. */
function partsOf(request: string): string[] {
  if (/^\W*(?:please )?(?:make )?(?:me )?(?:a )?(?:plan|to-?dos?)\b/i.test(request)) return [request]; // its steps are not for now
  const parts = splitOutsideQuotes(request, /\s*[,;.]?\s+(?:and then|then|after that|afterwards)\b[\s,]*|\s*;\s+|\n+/iy);
  return parts.flatMap((part) => {
    const [first, ...others] = splitOutsideQuotes(
      part,
      /,?\s+and\s+(?=(?:read|show|run|write|create|search|count|list|find|replace|delete|execute|print|summari[sz]e)\b)/iy,
    );
    const all = [first ?? '', ...others];
    return others.length > 0 && all.every((each) => understood(each)) ? all : [part];
  });
}

/** Splits where a sticky pattern matches, except inside quotes. */
function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (isOpeningQuote(text, at)) quote = letter;
    else {
      separator.lastIndex = at;
      const found = separator.exec(text);
      if (!found || found[0] === '') continue;
      parts.push(text.slice(start, at));
      start = at + found[0].length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
}

/** A quote that is closed later and does not stand inside a word, as in "don't". */
function isOpeningQuote(text: string, at: number): boolean {
  const letter = text[at]!;
  return /["'`]/.test(letter) && !/\w/.test(text[at - 1] ?? '') && text.indexOf(letter, at + 1) !== -1;
}

/** "it" at the end of a request is the file of the step before. */
function withReference(part: string, steps: readonly Step[]): string {
  const last = steps.findLast((step) => step.kind === 'call' && step.file !== undefined);
  const file = last?.kind === 'call' ? last.file : undefined;
  return file === undefined ? part : part.replace(/\b(?:it|that file|this file|the file)([.!?]*)$/i, (_, end: string) => `"${file}"${end}`);
}

function understood(part: string): boolean {
  return rules.some((each) => each.match(part) !== undefined);
}

function stepsFor(part: string): Step[] {
  for (const each of rules) {
    const steps = each.match(part);
    if (steps) return steps;
  }
  return [say(`I do not understand "${part.length > 80 ? `${part.slice(0, 80)}…` : part}".\n${helpText}`)];
}
