import { outsideCode } from '../context/memory/strip-comments.js';
import { substitute, takesArguments, type Substitution } from './arguments.js';

/** A part of a command's text. */
export type TemplatePart = { kind: 'text'; text: string } | { kind: 'shell'; command: string };

const shell = /(?<=^|\s)!`([^`\n]+)`|^```!\n([\s\S]*?)\n```[ \t]*$/gm;

/** Takes a text apart into words and commands to run, with the arguments put in. Nothing that was put in can become a command of its own. */
export function fillTemplate(template: string, substitution: Substitution): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let last = 0;
  for (const match of template.matchAll(shell)) {
    parts.push({ kind: 'text', text: substitute(template.slice(last, match.index), substitution) });
    parts.push({ kind: 'shell', command: substitute((match[1] ?? match[2])!, substitution) });
    last = match.index + match[0].length;
  }
  const rest = substitute(template.slice(last), substitution);
  const added =
    substitution.argument !== '' && !takesArguments(template, substitution.names) ? `\n\nARGUMENTS: ${substitution.argument}` : '';
  return [...parts, { kind: 'text', text: `${rest.trimEnd()}${added}` }];
}

/** The files a text names with `@path`, code skipped. */
export function namedFiles(text: string): string[] {
  const found = new Set<string>();
  outsideCode(text, (prose) => {
    for (const match of prose.matchAll(/(?<=^|\s)@([\w~./-][^\s@]*)/gm)) found.add(match[1]!.replace(/[),.;:!?'"]+$/, ''));
    return prose;
  });
  return [...found];
}
