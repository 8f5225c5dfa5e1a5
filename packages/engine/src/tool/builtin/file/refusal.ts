import { AgentError } from '@inboard/wire';
import { failed, type ToolOutcome } from '../../define.js';

/** Thrown by a file tool that will not do what was asked; its text is for the model. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a tool whose refusals and file errors become outcomes. */
export async function refusable(path: string, work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || AgentError.is(error)) return failed(error.message);
    if (error instanceof Error && 'syscall' in error) return failed(explainFileError(error as NodeJS.ErrnoException, path)); // only system errors have one
    throw error;
  }
}

const explanations: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder. List it with Glob.`,
  ENXIO: (path) => `${path} is not a regular file.`,
  ELOOP: (path) => `${path} is a link that leads back to itself, or was replaced by a link meanwhile.`,
  ENAMETOOLONG: (path) => `The path is too long for this system (${Buffer.byteLength(path)} bytes): ${path.slice(0, 200)}…`,
  ENOSPC: (path) => `The disk is full: ${path} was not changed. Free some space and try again.`,
  EDQUOT: (path) => `The disk quota is used up: ${path} was not changed. Free some space and try again.`,
  EFBIG: (path) => `The file would be larger than this system allows: ${path} was not changed.`,
  EROFS: (path) => `${path} is on a read-only file system.`,
  EMFILE: (path) => `${path}: this process has too many open files. Try again when other work has ended, or raise the limit (ulimit -n).`,
  ENFILE: (path) => `${path}: this machine has too many open files. Try again later.`,
  ETXTBSY: (path) => `${path} is a program that is running now.`,
};

/** What a failed system call means, for the model. */
export function explainFileError(error: NodeJS.ErrnoException, path: string): string {
  const { code = '' } = error;
  if (code === 'EACCES' || code === 'EPERM')
    return `${path}: the system does not allow this (${code}). Check the owner and mode of the file and its folder.`;
  return explanations[code]?.(path) ?? `${path}: ${error.message}`;
}
