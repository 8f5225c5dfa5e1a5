import { accessSync, constants } from 'node:fs';
import { AgentError } from '@inboard/wire';

const reasons: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many open files. Try again when other work has ended, or raise the limit (ulimit -n)',
  ENFILE: 'this machine has too many open files. Try again later',
  EAGAIN: 'there are too many processes. Try again when other work has ended, or raise the limit (ulimit -u)',
  ENOMEM: 'there is not enough memory. Try again when other work has ended',
  E2BIG: 'the command is too long for this system. Put it into a file and run that',
  EACCES: 'it may not be executed',
  ENOENT: 'it does not exist',
};

/** What was to be started, and where. */
export interface Start {
  cwd: string;
  what?: 'command' | 'search';
}

/** Says why a program could not be started and what to do. */
export function spawnError(error: Error, file: string, { cwd, what = 'command' }: Start): AgentError {
  const errno = (error as NodeJS.ErrnoException).code ?? 'unknown'; // errors of spawn have one
  const reason = folderProblem(cwd) ?? `${file} could not be started in ${cwd}: ${reasons[errno] ?? error.message}`;
  return new AgentError('spawn_failed', `The ${what} was not run: ${reason} (${errno}).`, { data: { errno, file }, cause: error });
}

/** The system gives the same errors for a program and for the folder it is to run in. */
function folderProblem(cwd: string): string | undefined {
  try {
    accessSync(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT'; // errors of the system have a code
    return `the folder ${cwd} ${gone ? 'does not exist' : 'may not be entered. Check its owner and mode'}`;
  }
}
