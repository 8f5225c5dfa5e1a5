import { createInterface } from 'node:readline/promises';
import type { HandlersFor, PermissionResult } from '@inboard/wire';
import { nobodyToAsk } from './nobody-to-ask.js';
import { permissionCard } from './permission-card.js';

/** Whether a person sits at both ends of the terminal. */
export function canAskOnTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Shows a question and gives back what was typed; nothing at the end of the input. */
export type Ask = (card: string, signal: AbortSignal) => Promise<string>;

/** Puts questions to the person at the terminal, one after the other. An end of input is a no. */
export function askOnTerminal(ask: Ask): HandlersFor<'host'> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...nobodyToAsk,
    can_use_tool: (question, { signal }) => {
      const answer = last.then(async (): Promise<PermissionResult> => {
        const typed = (await ask(`\n${permissionCard(question)}\n> `, signal)).trim();
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
