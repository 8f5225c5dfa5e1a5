import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { AgentError, type SandboxSettings } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { findShell } from '../find-shell.js';
import { dropFolder, noteTemporary, startWatchdog } from '../watchdog.js';
import { bubblewrapArgs, type Confines } from './bubblewrap.js';
import { createControlGroup } from './control-group.js';
import { isExcluded } from './excluded-command.js';
import { createFilterFile } from './filter-file.js';
import { findBubblewrap } from './find-bubblewrap.js';
import { behindForwarder, linkDescriptor, proxyEnvironment } from './forwarder.js';
import { limitLines, resourceLimits } from './limits.js';
import { holdPlace } from './placeholder.js';
import { kindOf, protectedPaths, unwantedPaths } from './protected-path.js';
import type { SandboxProxy } from './proxy.js';
import { realPath } from '../../port/real-path.js';

/** How one command is confined. */
export interface Confinement {
  /** What is started instead of the shell with its arguments. */
  wrap(argv: string[]): string[];
  /** Lines for the shell to run before the command. */
  prelude: string;
  /** Variables to set, or to take away. */
  env: Readonly<Record<string, string | undefined>>;
  /** What the program gets as its descriptors from 4 on. */
  descriptors: readonly ('pipe' | 'ignore' | number)[];
  /** Called once, when the program has started, with our ends of all its descriptors. */
  started(ends: readonly unknown[]): void;
  /** Called once, when the command has ended. */
  release(): void;
}

/** Confines the commands of a session. */
export interface Sandbox {
  /** How to run this command, or nothing when it runs unconfined. Throws an AgentError when it must not run at all. */
  confine(command: { command: string; cwd: string; disabled: boolean }): Confinement | undefined;
  /** False for a command that is left out of the sandbox by its settings. */
  confines(command: string): boolean;
  close(): void;
}

export interface SandboxOptions {
  settings: SandboxSettings;
  /** The folders commands may write to. */
  directories: readonly string[];
  /** More paths that must not be written. */
  protectedPaths: readonly string[];
  /** Paths that no command has to see. */
  hiddenPaths: readonly string[];
  env: Environment;
}

/** Makes a sandbox. Rejects with an AgentError where commands cannot be confined. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { settings, env } = options;
  const bwrap = await findBubblewrap(env.PATH ?? '', options.directories);
  const shell = findShell(env);
  startWatchdog(shell);
  const folder = mkdtempSync(join(tmpdir(), 'inboard-sandbox-'));
  noteTemporary(folder);
  const tempDir = join(folder, 'tmp');
  await mkdir(tempDir, { mode: 0o1777 });
  const proxy = await openProxy(settings);
  const filter = createFilterFile(settings, join(folder, 'filter'));
  const limits = resourceLimits(env);
  const group = createControlGroup(limits, shell);
  const fixed = fixedConfines(options, tempDir);
  const environment = environmentFor(proxy);
  return {
    confine: ({ command, cwd, disabled }) => {
      if (disabled && settings.allowUnsandboxedCommands !== false) return undefined;
      if (isExcluded(command, settings.excludedCommands ?? [])) return undefined;
      const opened = filter?.open();
      const guarded = orElse(
        () => guard(options, fixed.writable),
        () => opened?.close(),
      );
      const args = bubblewrapArgs({
        ...fixed,
        cwd: realPath(cwd) ?? cwd,
        readOnly: guarded.paths,
        ...(filter && { filter: filterDescriptor }),
      });
      const wrap = (argv: string[]) => [bwrap, ...args, ...(proxy ? behindForwarder(shell, argv) : argv)];
      return {
        wrap: (argv) => group?.wrap(wrap(argv)) ?? wrap(argv),
        prelude: limitLines(limits, { memoryIsLimited: group?.memoryIsLimited ?? false }),
        env: environment,
        descriptors: [opened?.descriptor ?? 'ignore', ...(proxy ? (['pipe'] as const) : [])],
        started: (ends) => {
          opened?.close();
          proxy?.serve(ends[linkDescriptor] as Socket); // a pipe of a child process is a socket
        },
        release: () => {
          opened?.close();
          guarded.release();
        },
      };
    },
    confines: (command) => !isExcluded(command, settings.excludedCommands ?? []),
    close: () => {
      proxy?.close();
      group?.close();
      rmSync(folder, { recursive: true, force: true });
      dropFolder(folder);
    },
  };
}

/** Does something, and tidies up when it fails. */
function orElse<T>(work: () => T, tidyUp: () => void): T {
  try {
    return work();
  } catch (error) {
    tidyUp();
    throw error;
  }
}

async function openProxy({ network = {} }: SandboxSettings): Promise<SandboxProxy | undefined> {
  const port = network.httpProxyPort ?? network.socksProxyPort;
  const rules = { allowed: network.allowedDomains ?? [], denied: network.deniedDomains ?? [] };
  if (port === undefined && rules.allowed.length === 0) return undefined;
  const { startProxy, startRelay } = await import('./proxy.js');
  return port === undefined ? startProxy(rules) : startRelay(port);
}

/** The descriptor by which bubblewrap gets the filter of system calls; it closes it. */
const filterDescriptor = 4;

/** What is the same for every command of the session. */
function fixedConfines(options: SandboxOptions, tempDir: string): Omit<Confines, 'cwd' | 'readOnly' | 'filter'> {
  const { settings, directories } = options;
  const { filesystem = {}, network = {} } = settings;
  const place = (path: string) => absolute(path, options);
  return {
    writable: [...directories, ...(filesystem.allowWrite ?? []).map(place)].flatMap((path) => realPath(path) ?? []),
    hidden: [...(filesystem.denyRead ?? []).map(place), ...options.hiddenPaths],
    tempDir,
    sockets: (network.allowUnixSockets ?? []).map(place),
    allSockets: network.allowAllUnixSockets ?? false,
    nested: settings.enableWeakerNestedSandbox ?? false,
  };
}

/** The paths that must not be written, each with something to cover. */
function guard(options: SandboxOptions, writable: readonly string[]): { paths: string[]; release: () => void } {
  const more = [...(options.settings.filesystem?.denyWrite ?? []), ...options.protectedPaths].map((path) => absolute(path, options));
  const inside = (path: string) => writable.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`));
  // A path whose folder does not exist either cannot be covered, and means nothing to anybody yet.
  const covered = (path: string) => inside(path) && kindOf(join(path, '..')) === 'folder';
  const folders = writable.filter((root) => kindOf(root) === 'folder');
  const paths = [...new Set([...folders.flatMap(protectedPaths), ...more].filter(covered))];
  for (const path of paths) refuseLink(path);
  const unwanted = folders.flatMap(unwantedPaths);
  const releases = paths.map(holdPlace);
  const release = () => {
    for (const each of releases) each();
    for (const path of unwanted) rmSync(path, { recursive: true, force: true });
  };
  return { paths, release };
}

function refuseLink(path: string): void {
  if (kindOf(path) !== 'link') return;
  throw new AgentError(
    'sandbox_unavailable',
    `The command was not run: ${path} is a symbolic link, which the sandbox cannot protect from being replaced. Put what it leads to in its place.`,
  );
}

function environmentFor(proxy: SandboxProxy | undefined): Record<string, string | undefined> {
  const proxies = Object.fromEntries(Object.entries(proxyEnvironment).map(([name, value]) => [name, proxy ? value : undefined]));
  return { ...proxies, TMPDIR: '/tmp', SSH_AUTH_SOCK: undefined, DBUS_SESSION_BUS_ADDRESS: undefined };
}

/** A path of the settings as an absolute one, links resolved as far as it exists. */
function absolute(path: string, { directories, env }: SandboxOptions): string {
  if (/[*?[\]{}]/.test(path))
    throw new AgentError('invalid_option', `Option "sandbox": ${path} is a pattern; paths of the sandbox are plain ones on Linux.`);
  const home = env.HOME || homedir();
  const plain =
    path === '~' || path.startsWith('~/')
      ? join(home, path.slice(1))
      : isAbsolute(path)
        ? resolve(path)
        : resolve(directories[0] ?? '/', path);
  const parent = realPath(join(plain, '..'));
  return parent === undefined ? plain : join(parent, plain.slice(plain.lastIndexOf('/') + 1));
}
