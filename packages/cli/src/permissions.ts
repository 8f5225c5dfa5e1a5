import { createInterface } from 'node:readline';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { parseArgs } from 'node:util';
import { decide, linksOnly, readRules, realFileView, type PermissionPolicy, type Verdict } from '@inboard/engine';
import { AgentError, toPermissionMode, permissionModes, type PermissionMode } from '@inboard/wire';

const usage = `inboard permissions explain: says what would happen to a call, and why. Runs nothing.

  inboard permissions explain Bash '{"command":"git push"}' --allow 'Bash(git:*)' --ask 'Bash(git push:*)'
  inboard permissions explain < cases.ndjson

Flags: --allow, --deny, --ask <rule> (repeatable), --mode <mode>, --cwd <folder>, --add-dir <folder> (repeatable)
Each line of standard input is one case:
  {"rule": {"allow": [], "deny": [], "ask": [], "mode": "default", "cwd": "/p", "home": "/home/u", "fs": [{"path": "/p/link", "symlinkTo": "/etc"}]}, "tool": "Bash", "input": {"command": "ls"}}
`;

/** Runs `inboard permissions …`. */
export async function permissions(argv: readonly string[]): Promise<number> {
  if (argv[0] !== 'explain') return say(usage, argv.length === 0 || argv[0] === '--help' ? 0 : 1);
  const { values, positionals } = parse(argv.slice(1));
  if (values.help === true) return say(usage, 0);
  if (positionals.length === 0) return explainLines();
  const [tool = '', json = '{}'] = positionals;
  const rule = { ...values, cwd: values.cwd ?? process.cwd(), home: homedir(), directories: values['add-dir'] };
  return say(`${JSON.stringify(answer({ tool, input: readJson(json), rule }))}\n`, 0);
}

function parse(argv: readonly string[]) {
  const list = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        allow: list,
        deny: list,
        ask: list,
        'add-dir': list,
        mode: { type: 'string' },
        cwd: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new AgentError(
      'unknown_option',
      `${error instanceof Error ? error.message : String(error)}. "inboard permissions --help" lists the flags.`,
      { cause: error },
    );
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AgentError('invalid_json', `The input of the call is not JSON: ${text.slice(0, 200)}`, { cause: error });
  }
}

/** One answer line per line of standard input, in order; a bad line gets an error line. */
async function explainLines(): Promise<number> {
  let pending = '';
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    pending += `${JSON.stringify(explainLine(line))}\n`;
    if (pending.length > 65_536) pending = await flush(pending);
  }
  await flush(pending);
  return 0;
}

async function flush(text: string): Promise<string> {
  if (!process.stdout.write(text)) await new Promise<void>((resolve) => void process.stdout.once('drain', resolve));
  return '';
}

function explainLine(line: string): Explanation | { error: string } {
  try {
    return answer(JSON.parse(line));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** What is printed for a case. */
type Explanation = Pick<Verdict, 'behavior' | 'step' | 'rule' | 'source' | 'reason'> & { problems?: string[] };

function answer(given: unknown): Explanation {
  const { tool, input, rule } = record(given, 'a case');
  if (typeof tool !== 'string') throw new AgentError('invalid_message', 'A case needs "tool", the name of a tool.');
  const { policy, problems } = policyOf(rule === undefined ? {} : record(rule, '"rule"'));
  const { behavior, step, rule: text, source, reason } = decide({ tool, input: record(input ?? {}, '"input"') }, policy);
  return { behavior, step, rule: text, source, reason, ...(problems.length > 0 && { problems }) };
}

const policies = new Map<string, { policy: PermissionPolicy; problems: string[] }>();

/** Cases often share their rules, which are then read once. */
function policyOf(rule: Record<string, unknown>): { policy: PermissionPolicy; problems: string[] } {
  const key = JSON.stringify(rule);
  let known = policies.get(key);
  if (known === undefined) {
    if (policies.size > 500) policies.clear();
    policies.set(key, (known = readPolicy(rule)));
  }
  return known;
}

function readPolicy(rule: Record<string, unknown>): { policy: PermissionPolicy; problems: string[] } {
  const cwd = folder(rule.cwd, 'cwd', process.cwd());
  const home = folder(rule.home, 'home', homedir());
  const read = (['deny', 'ask', 'allow'] as const).map((behavior) =>
    readRules(list(rule[behavior]), { behavior, source: 'projectSettings', anchor: cwd }),
  );
  return {
    policy: {
      mode: modeOf(rule.mode),
      rules: read.flatMap(({ rules }) => rules),
      cwd,
      home,
      directories: [cwd, ...list(rule.directories).filter((each) => typeof each === 'string')],
      fs: rule.fs === undefined ? (rule.home === undefined ? realFileView : linksOnly(new Map())) : linksOnly(linksOf(rule.fs)),
      sandboxed: rule.sandboxed === true,
    },
    problems: read.flatMap(({ problems }) => problems),
  };
}

function linksOf(links: unknown): Map<string, string> {
  return new Map(
    list(links).flatMap((each) => {
      const { path, symlinkTo } = record(each, 'a link in "fs"');
      return typeof path === 'string' && typeof symlinkTo === 'string' ? [[path, symlinkTo] as const] : [];
    }),
  );
}

function modeOf(mode: unknown): PermissionMode {
  const name = mode ?? 'default';
  const known = typeof name === 'string' ? toPermissionMode(name) : undefined;
  if (known === undefined)
    throw new AgentError('invalid_option', `There is no permission mode ${JSON.stringify(name)}. Modes: ${permissionModes.join(', ')}.`);
  return known;
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AgentError('invalid_message', `${what} must be a JSON object.`);
  return value as Record<string, unknown>; // checked above
}

function list(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function folder(value: unknown, name: string, otherwise: string): string {
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'string' || !isAbsolute(value)) throw new AgentError('invalid_option', `"${name}" must be an absolute path.`);
  return value;
}

function say(message: string, code: number): number {
  process.stdout.write(message);
  return code;
}
