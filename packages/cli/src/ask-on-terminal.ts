import { createInterface } from 'node:readline/promises';
import type { HandlersFor, PermissionResult } from '@inboard/wire';
import { describeUpdate } from './describe-update.js';
import { nobodyToAsk } from './nobody-to-ask.js';
import { cardRows, type Question } from './permission-card.js';
import { createStyle } from './row/style.js';

/** Whether a person sits at both ends of the terminal. */
export function canAskOnTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Shows a question and gives back what was typed; nothing at the end of the input. */
export type Ask = (card: string, signal: AbortSignal) => Promise<string>;

/** Puts questions to the person at the terminal, one after the other. An end of input is a no. */
export function askOnTerminal(ask: Ask, cwd: string): HandlersFor<'host'> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...nobodyToAsk,
    can_use_tool: (question, { signal }) => {
      const answer = last.then(async (): Promise<PermissionResult> => {
        const typed = (await ask(`\n${await card(question, cwd)}\n> `, signal)).trim();
        if (typed === 'y' || typed === 'yes') return { behavior: 'allow', updatedInput: question.input };
        if (typed === 'a' || typed === 'always')
          return { behavior: 'allow', updatedInput: question.input, updatedPermissions: question.permission_suggestions ?? [] };
        return {
          behavior: 'deny',
          message: typed === '' || typed === 'n' || typed === 'no' ? 'The person said no.' : `The person said no: ${typed}`,
        };
      });
      last = answer.catch(() => undefined); // the next question does not care how this one ended
      return answer;
    },
  };
}

/** The question, what "always" would store, and the answers there are. */
async function card(question: Question, cwd: string): Promise<string> {
  const { previewChange } = await import('@inboard/engine'); // it runs by now
  const preview = await previewChange(question.tool_name, question.input, { cwd, env: process.env });
  const style = createStyle({ colour: process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb' });
  const rows = cardRows(question, { preview, cwd, width: Math.max(20, process.stdout.columns || 80), style, whole: true });
  const always = (question.permission_suggestions ?? []).map(describeUpdate).join(', ');
  return [
    ...rows.slice(0, -1),
    ...(always === '' ? [] : [`${style.yellow('│')} Always would allow: ${always}`]),
    `${style.yellow('╰')} y yes, once${always === '' ? '' : ' · a always'} · n no · or type what to do instead`,
  ].join('\n');
}

/** Asks on the terminal of this process. */
export async function askLine(card: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return await Promise.race([terminal.question(card, { signal }), closed]);
  } finally {
    terminal.close();
  }
}
