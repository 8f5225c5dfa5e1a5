import { totalmem } from 'node:os';
import { envNumber, type Environment } from '../../port/environment.js';

const gigabyte = 1024 ** 3;

/** How much a confined command may take. */
export interface ResourceLimits {
  processes: number;
  /** Memory of all its processes together, in bytes. */
  memory: number;
  /** Address space of each process, in bytes. Some programs reserve far more than they use: a lower limit would break them. */
  addressSpace: number;
}

/** The limits that the environment asks for, or the usual ones. */
export function resourceLimits(env: Environment): ResourceLimits {
  const asked = Math.floor(envNumber(env, 'INBOARD_SANDBOX_MEMORY_MB', 0)) * 1024 ** 2;
  const most = Math.floor(0.75 * totalmem());
  return {
    processes: Math.floor(envNumber(env, 'INBOARD_SANDBOX_PROCESSES', 0)) || 1024,
    memory: asked || most,
    addressSpace: asked || Math.max(16 * gigabyte, most),
  };
}

/** Lines for the shell that set limits which every process has for itself. Where a group limits memory, the space of each is left alone. */
export function limitLines(limits: ResourceLimits, options: { memoryIsLimited: boolean }): string {
  const space = options.memoryIsLimited ? '' : ` -v ${Math.floor(limits.addressSpace / 1024)}`;
  return `ulimit -u ${limits.processes}${space}`;
}
