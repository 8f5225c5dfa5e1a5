import type { Step } from './step.js';

/** A form of request that is understood, and what it leads to. */
export interface Rule {
  match(request: string): Step[] | undefined;
}

/** Words people put before a request. */
const politeness = String.raw`(?:(?:please|hey|ok|okay|now|so|just|can you|could you|would you|will you|i want you to|i would like you to|i'd like you to|let's|and|also)[\s,]+)*(?:please\s+)?`;

/** `<file>`: one word or something in quotes; `<text>`: any words. */
const placeholders: Record<string, string> = {
  '<file>': String.raw`("[^"]+"|'[^']+'|\x60[^\x60]+\x60|[^\s"'\x60]+)`,
  '<text>': String.raw`("[^"]*"|'[^']*'|\x60[^\x60]*\x60|.+?)`,
};

/** Makes a rule from a form in plain words: blanks stand for any white space, placeholders are handed over in order, without their quotes. */
export function rule(form: string, steps: (...found: string[]) => Step[]): Rule {
  const source = form.replace(/<\w+>/g, (name) => placeholders[name] ?? name).replaceAll(' ', String.raw`\s+`);
  const pattern = new RegExp(String.raw`^\s*${politeness}(?:${source})\s*[.!?]*\s*$`, 'is');
  return {
    match: (request) => {
      const found = pattern.exec(request);
      return found ? steps(...found.slice(1).map(unquote)) : undefined;
    },
  };
}

/** Takes the quotes off, or the punctuation that ends a sentence. */
function unquote(text: string | undefined): string {
  if (text === undefined) return '';
  const quoted = /^(["'`])(.*)\1$/s.exec(text);
  return quoted ? quoted[2]! : text.replace(/[,;:!?]+$|(?<=\w)\.$/, '');
}
