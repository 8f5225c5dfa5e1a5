/** Environment variables as a session sees them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A whole number from the environment, or the default when it is absent or no such number. */
export function envNumber(env: Environment, name: string, otherwise: number): number {
  const text = env[name];
  if (text === undefined || text.trim() === '') return otherwise;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}

/** True for `1`, `true`, `yes` and `on`. */
export function envFlag(env: Environment, name: string): boolean {
  return ['1', 'true', 'yes', 'on'].includes((env[name] ?? '').toLowerCase());
}

/** The longest a timer can wait, in milliseconds; one that is asked to wait longer does not wait at all. */
export const longestTimer = 2 ** 31 - 1;
