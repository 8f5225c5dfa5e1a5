/** Variables that an approval may look past: they change how output looks, not what runs. */
const harmless = /^(NODE_ENV|LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CI|TZ|TERM)$/;

/** True for a variable in front of a command that an allow rule may look past. */
export function isHarmlessVariable(name: string): boolean {
  return harmless.test(name);
}

/** True for a variable that a script may set for itself without changing what its programs do. */
export function isLocalVariable(name: string): boolean {
  return harmless.test(name) || (/^[a-z_][a-z0-9_]*$/.test(name) && !name.endsWith('_proxy') && name !== '_');
}
