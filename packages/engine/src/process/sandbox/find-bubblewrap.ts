import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { AgentError, errorText } from '@inboard/wire';

/** The path of a bubblewrap that works here. Rejects with an AgentError that says what is missing. One inside a working folder is never used. */
export async function findBubblewrap(path: string, directories: readonly string[]): Promise<string> {
  if (process.platform !== 'linux') throw unavailable(`it needs Linux, and this is ${process.platform}`);
  const candidates = [...path.split(delimiter), '/usr/bin', '/bin', '/usr/local/bin']
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'bwrap'));
  const found = candidates.find((candidate) => isExecutable(candidate) && !directories.some((directory) => isInside(candidate, directory)));
  if (found === undefined)
    throw unavailable(`there is no bwrap in PATH (${path}). Install it (apt-get install bubblewrap, dnf install bubblewrap)`);
  await probe(found);
  return found;
}

async function probe(bwrap: string): Promise<void> {
  try {
    await promisify(execFile)(bwrap, ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', '--', '/proc/self/exe', '--version'], {
      timeout: 10_000,
      env: {},
    });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim(); // what execFile adds to its errors
    throw unavailable(`${bwrap} does not work here: ${said || errorText(error)}. User namespaces may be turned off`);
  }
}

function unavailable(reason: string): AgentError {
  return new AgentError(
    'sandbox_unavailable',
    `Commands cannot be confined: ${reason}. To run them without a sandbox, set sandbox.failIfUnavailable to false or leave the sandbox off.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent, or not ours to run
  }
}

function isInside(path: string, folder: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false; // a folder that does not exist holds nothing
  }
}
