import { checkKey, describeSettings, editSettings, readSettings, resolveSettings, settingsFiles } from '@inboard/engine';
import { AgentError } from '@inboard/wire';

export const configUsage = `inboard config: look at settings and change them

  inboard config list                       every setting in force, and its file
  inboard config get <key>                  one value in force, as JSON
  inboard config set <key> <value>          a value: JSON, or plain text
  inboard config add <key> <value>…         to a list, such as permissions.allow
  inboard config remove <key> [<value>…]    a key, or entries of a list

  --scope user | project | local            the file to work on; user when absent, all files for list and get

Keys inside others are written with dots: permissions.defaultMode, env.NAME.
`;

type Scope = 'user' | 'project' | 'local';

/** The subcommands that read and change settings files. Returns the exit code. */
export async function config(words: readonly string[]): Promise<number> {
  const { scope, rest } = readScope(words);
  const [command, key, ...values] = rest;
  if (command === undefined || words.includes('--help') || words.includes('-h')) return say(configUsage);
  if (command === 'list') return list(scope);
  if (!['get', 'set', 'add', 'remove'].includes(command))
    throw new AgentError('invalid_option', `There is no "inboard config ${command}". "inboard config --help" lists what there is.`);
  if (key === undefined) throw new AgentError('invalid_option', `"inboard config ${command}" needs the name of a setting.`);
  checkKey(key);
  if (command === 'get') return get(key, scope);
  return change(command as 'set' | 'add' | 'remove', key, values, scope ?? 'user');
}

function readScope(words: readonly string[]): { scope: Scope | undefined; rest: string[] } {
  const at = words.findIndex((word) => word === '--scope' || word.startsWith('--scope='));
  const inline = words[at]?.split('=')[1];
  const scope = at === -1 ? undefined : (inline ?? words[at + 1] ?? '');
  const rest = words.filter((word, index) => at === -1 || (index !== at && (inline !== undefined || index !== at + 1)));
  if (scope !== undefined && !['user', 'project', 'local'].includes(scope))
    throw new AgentError('invalid_option', `--scope is user, project or local, not "${scope}".`);
  const unknown = rest.find((word) => word.startsWith('--') && word !== '--help');
  if (unknown !== undefined) throw new AgentError('unknown_option', `Unknown flag ${unknown}. "inboard config --help" lists the flags.`);
  return { scope: scope as Scope | undefined, rest }; // one of the three, as just checked
}

function fileOf(scope: Scope): string {
  return settingsFiles({ cwd: process.cwd(), env: process.env }).find(({ level }) => level === scope)!.path; // every level has a file
}

async function list(scope: Scope | undefined): Promise<number> {
  if (scope === undefined) return say(await (await import('./settings.js')).showSettings());
  const path = fileOf(scope);
  const described = describeSettings([{ level: scope, path, anchor: '/', settings: read(path) }]);
  return say(described.map(({ name, value }) => `${name}  ${JSON.stringify(value)}\n`).join(''));
}

async function get(key: string, scope: Scope | undefined): Promise<number> {
  const layers =
    scope === undefined ? (await resolveSettings({ cwd: process.cwd(), env: process.env })).layers : [{ settings: read(fileOf(scope)) }];
  const found = layers.map(({ settings }) => valueAt(settings, key.split('.'))).filter((value) => value !== undefined);
  if (found.length === 0) {
    process.stderr.write(`inboard: ${key} is not set.\n`);
    return 1;
  }
  const value = found.every((each) => Array.isArray(each)) ? [...new Set(found.flat())] : found.at(-1);
  return say(`${JSON.stringify(value, null, 2)}\n`);
}

function read(path: string): Record<string, unknown> {
  const result = readSettings(path);
  if ('problem' in result) throw new AgentError('invalid_option', result.problem);
  return 'settings' in result ? result.settings : {};
}

function valueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, first) ? valueAt(value[first], rest) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function change(command: 'set' | 'add' | 'remove', key: string, values: readonly string[], scope: Scope): number {
  const path = fileOf(scope);
  if (command === 'set' && values.length !== 1) throw new AgentError('invalid_option', `"inboard config set ${key}" needs one value.`);
  if (command === 'add' && values.length === 0) throw new AgentError('invalid_option', `"inboard config add ${key}" needs a value.`);
  const edit = (parse: (text: string) => unknown) =>
    editSettings(path, (settings) => applyChange(settings, key.split('.'), { command, values: values.map(parse) }));
  try {
    edit((text) => (key.startsWith('env.') || command === 'add' ? text : parsed(text)));
  } catch (error) {
    // What looks like a number may be meant as a text.
    if (command !== 'set' || parsed(values[0]!) === values[0]) throw error;
    try {
      edit((text) => text);
    } catch {
      throw error;
    }
  }
  return say(`${path}: ${key} ${command === 'set' ? 'is set' : command === 'add' ? 'has more entries' : 'is removed'}.\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // plain text
  }
}

function applyChange(
  settings: Record<string, unknown>,
  [first, ...rest]: readonly string[],
  change: { command: 'set' | 'add' | 'remove'; values: readonly unknown[] },
): void {
  const { command, values } = change;
  const name = first!; // a key has at least one part
  const current = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (rest.length > 0) {
    const inner = isRecord(current) ? current : {};
    if (command !== 'remove' || isRecord(current)) settings[name] = inner;
    applyChange(inner, rest, change);
    if (command === 'remove' && Object.keys(inner).length === 0) delete settings[name];
  } else if (command === 'set') settings[name] = values[0];
  else if (command === 'add') settings[name] = [...new Set([...listOf(current, name), ...values])];
  else if (values.length === 0) delete settings[name];
  else settings[name] = listOf(current, name).filter((entry) => !values.includes(entry));
}

function listOf(value: unknown, name: string): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new AgentError('invalid_option', `"${name}" is no list: use "inboard config set" or "inboard config remove" without a value.`);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
