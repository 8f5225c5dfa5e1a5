import { envNumber, longestTimer, type Environment } from '../../../port/environment.js';

/** The time limit of a command in milliseconds: what was asked for, within what is allowed. */
export function timeLimit(asked: number | undefined, env: Environment): number {
  const usual = envNumber(env, 'BASH_DEFAULT_TIMEOUT_MS', 0) || 120_000;
  const most = envNumber(env, 'BASH_MAX_TIMEOUT_MS', 0) || Math.max(600_000, usual);
  return Math.min(asked || usual, most, longestTimer);
}

/** How many characters of an output the model gets to see. */
export function outputLimit(env: Environment): number {
  return Math.min(envNumber(env, 'BASH_MAX_OUTPUT_LENGTH', 0) || 30_000, 150_000);
}
