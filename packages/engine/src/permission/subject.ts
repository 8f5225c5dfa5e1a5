import { canonicalToolName } from '@inboard/wire';
import { accessOf, oddPath, type Access, type PathUse } from './access.js';
import type { PermissionPolicy, PermissionQuestion } from './policy.js';
import { mayBeParent } from './path/parent-glob.js';
import { readAddress, type WebAddress } from './rules/domain.js';
import type { ShellCommand } from './shell/command.js';
import { fileUse, guessedPaths } from './shell/file-use.js';
import { readShell, type ShellReading } from './shell/reading.js';
import { unwrapped } from './shell/wrapper.js';

/** One command of a shell line with the files it uses. */
export interface ShellCall {
  readonly command: ShellCommand;
  /** The command without its wrappers. */
  readonly inner: ShellCommand;
  readonly accesses: readonly Access[];
  /** Files that are only known when it runs. */
  readonly unknown: readonly { kind: 'read' | 'write'; raw: string; open?: boolean }[];
  /** Words of programs we do not know that may be paths. */
  readonly guesses: () => readonly Access[];
}

/** What a call is about, read from its input once for all steps. */
export interface Subject {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly accesses: readonly Access[];
  readonly shell?: ShellReading;
  /** The commands of the line itself. */
  readonly calls: readonly ShellCall[];
  /** The commands in texts it hands to a shell. */
  readonly carriedCalls: readonly ShellCall[];
  readonly address?: WebAddress;
  /** Why the input cannot be judged, if so. */
  readonly problem?: string;
}

/** The input field that names the file, by tool. */
const pathFields: Readonly<Record<string, { field: string; kind: 'read' | 'write' }>> = {
  Read: { field: 'file_path', kind: 'read' },
  NotebookRead: { field: 'notebook_path', kind: 'read' },
  LSP: { field: 'file_path', kind: 'read' },
  Write: { field: 'file_path', kind: 'write' },
  Edit: { field: 'file_path', kind: 'write' },
  MultiEdit: { field: 'file_path', kind: 'write' },
  NotebookEdit: { field: 'notebook_path', kind: 'write' },
};

/** Reads what a call would do. */
export function readSubject({ tool, input }: PermissionQuestion, policy: PermissionPolicy): Subject {
  const name = canonicalToolName(tool);
  const plain: Subject = { tool: name, input, accesses: [], calls: [], carriedCalls: [] };
  const field = Object.hasOwn(pathFields, name) ? pathFields[name] : undefined;
  if (field !== undefined) return { ...plain, ...readFile(input[field.field], field, policy) };
  if (name === 'Grep' || name === 'Glob' || name === 'LS') return { ...plain, ...readSearch(name, input, policy) };
  if (name === 'Bash') return { ...plain, ...readBash(input, policy) };
  if (name !== 'WebFetch') return plain;
  const address = readAddress(input.url);
  return address === undefined ? { ...plain, problem: 'the address cannot be read' } : { ...plain, address };
}

function readFile(path: unknown, { field, kind }: { field: string; kind: 'read' | 'write' }, policy: PermissionPolicy): Partial<Subject> {
  if (typeof path !== 'string' || path === '') return { problem: `${field} must be the path of a file` };
  return { accesses: toolAccesses({ kind, path, ...(path.endsWith('/') && { folder: 'list' }) }, policy) };
}

function readSearch(tool: string, input: Readonly<Record<string, unknown>>, policy: PermissionPolicy): Partial<Subject> {
  const path = input.path ?? '.';
  const filter = tool === 'Grep' ? input.glob : tool === 'Glob' ? input.pattern : undefined;
  if (typeof path !== 'string' || path === '') return { problem: 'path must be a file or a folder' };
  const accesses = toolAccesses({ kind: 'read', path, folder: tool === 'LS' ? 'list' : 'tree' }, policy);
  if (filter === undefined) return { accesses };
  if (typeof filter !== 'string') return { accesses, problem: 'the glob must be a text' };
  return { accesses: [...accesses, ...filterAccesses(filter, path, policy)] };
}

/** A glob that leaves its folder is a search of another one. */
function filterAccesses(filter: string, path: string, policy: PermissionPolicy): Access[] {
  const outward = filter.split(/[/,{}()|!]/).some(mayBeParent) || /^[!]?[{(]?[/~]/.test(filter) || /[,{(|][/~]/.test(filter);
  if (!outward) return [];
  const plain = filter.replace(/^!/, '');
  const accesses = toolAccesses(
    { kind: 'read', path: plain.startsWith('/') || plain.startsWith('~') ? plain : `${path}/${plain}`, folder: 'tree', glob: true },
    policy,
  );
  return /^!|[{(]|\.[.*?[]/.test(filter)
    ? accesses.map((access) => ({ ...access, problem: 'the glob may lead out of its folder' }))
    : accesses;
}

/** The accesses of a path as a tool takes it; `~` may be meant as the home directory. */
function toolAccesses(use: PathUse, policy: PermissionPolicy): Access[] {
  const direct = accessOf(use, [policy.cwd], policy);
  const problem = direct.problem ?? oddToolPath(use.path);
  const home = /^~(?=\/|$)/.test(use.path) ? [accessOf({ ...use, path: policy.home + use.path.slice(1) }, [policy.cwd], policy)] : [];
  return [problem === undefined ? direct : { ...direct, problem }, ...home];
}

/** Spellings that another program would read as a different place. */
function oddToolPath(path: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return 'it is an address, not a path';
  if (/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u.test(path) || path !== path.trim())
    return 'it has blanks or invisible characters where a path has none';
  if (path.includes('\\') || /^[a-z]:[/\\]/i.test(path)) return 'it is written like a Windows path';
  if (/%(2e|2f|5c|00)/i.test(path) || /^(\$\w|\$\{|%\w+%|~[^/])/.test(path)) return 'it has encoded or unexpanded parts';
  const plain = path.normalize('NFKC').replaceAll(/[\u2044\u2215\u2216\u29f5\u29f8\u29f9]/g, '/');
  return plain !== path && plain.includes('..') ? 'it has characters that look like dots or slashes' : undefined;
}

function readBash(input: Readonly<Record<string, unknown>>, policy: PermissionPolicy): Partial<Subject> {
  const { command, cwd } = input;
  if (typeof command !== 'string' || command.trim() === '') return { problem: 'command must be a text' };
  const place = { home: policy.home, cwd: policy.cwd, fs: policy.fs };
  const shell = readShell(command, place);
  const calls = shell.commands.map((each) => readCall(each, shell, policy));
  const carriedCalls = shell.carried.map((each) => readCall(each, shell, policy));
  const moved = typeof cwd === 'string' && cwd !== policy.cwd ? { problem: 'the call names a working directory of its own' } : {};
  return { shell, calls, carriedCalls, accesses: distinct([...calls, ...carriedCalls].flatMap(({ accesses }) => accesses)), ...moved };
}

/** Long lines often name the same files again. */
function distinct(accesses: readonly Access[]): readonly Access[] {
  return accesses.length < 50
    ? accesses
    : [
        ...new Map(
          accesses.map((access) => [`${access.kind}${access.folder ?? ''}${access.glob ?? ''}\0${access.given}`, access]),
        ).values(),
      ];
}

function readCall(command: ShellCommand, shell: ShellReading, policy: PermissionPolicy): ShellCall {
  const inner = unwrapped(command).at(-1)!;
  const use = fileUse(inner);
  const folders = shell.directories ?? [policy.cwd];
  const asAccess = (path: PathUse) => accessOf(path, folders, policy);
  let guessed: readonly Access[] | undefined;
  const guess = () =>
    guessedPaths(command)
      .filter(({ path }) => oddPath(path) === undefined)
      .map(asAccess);
  return {
    command,
    inner,
    accesses: use.paths.map(asAccess),
    unknown: use.unknown,
    guesses: () => (use.complete ? [] : (guessed ??= guess())),
  };
}
