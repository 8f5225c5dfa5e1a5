import { envNumber, longestTimer, type Environment } from '../../port/environment.js';

const usualSeconds = 20;

/** How long a search may take, in milliseconds. */
export function searchTimeout(env: Environment): number {
  return Math.min((envNumber(env, 'CLAUDE_CODE_GLOB_TIMEOUT_SECONDS', 0) || usualSeconds) * 1000, longestTimer);
}

/** What is said of a search that was ended, with what it had found. */
export function timedOutNotice(env: Environment): string {
  return `(stopped after ${searchTimeout(env) / 1000} s; there may be more)`;
}

/** False when a variable turns off what is on without a word. */
export function isOn(env: Environment, name: string): boolean {
  return !['0', 'false', 'no', 'off'].includes((env[name] ?? '').toLowerCase());
}
