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

/** Says why a command could not be started and what to do. */
export function spawnError(error: Error, file: string, where: { cwd: string }): AgentError {
  const errno = (error as NodeJS.ErrnoException).code ?? 'unknown'; // errors of spawn have one
  const reason = reasons[errno] ?? error.message;
  return new AgentError('spawn_failed', `The command was not run: ${file} could not be started in ${where.cwd}: ${reason} (${errno}).`, {
    data: { errno, file },
    cause: error,
  });
}
