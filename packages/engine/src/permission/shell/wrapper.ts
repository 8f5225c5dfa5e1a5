import { programName, withoutWords, type ShellCommand } from './command.js';
import type { ShellWord } from './word.js';

/** Programs that only run another one: how many words come before it, or undefined when they do something else as well. */
const wrappers: Readonly<Record<string, (words: readonly ShellWord[]) => number | undefined>> = {
  timeout: (words) =>
    skip(words, {
      flags: /^(-v|-p|--verbose|--foreground|--preserve-status|--(kill-after|signal)=[\w.]+|-[ks][\w.]+)$/,
      valued: /^(-k|-s|--kill-after|--signal)$/,
      operand: /^\d+(\.\d+)?[smhd]?$/,
    }),
  time: (words) => skip(words, { flags: /^-p$/ }),
  nice: (words) => skip(words, { flags: /^(-\d+|--?\d+|-n-?\d+|--adjustment=-?\d+)$/, valued: /^(-n|--adjustment)$/ }),
  nohup: (words) => skip(words, {}),
  stdbuf: (words) => skip(words, { flags: /^(-[ioe][0-9L]\w*|--(input|output|error)=\w+)$/, valued: /^-[ioe]$/ }),
  command: (words) => skip(words, { flags: /^-p$/ }),
  builtin: (words) => skip(words, {}),
  noglob: (words) => skip(words, {}),
  xargs: (words) => skip(words, {}),
};

interface Form {
  flags?: RegExp;
  valued?: RegExp;
  /** An operand that must come before the program. */
  operand?: RegExp;
}

function skip(words: readonly ShellWord[], { flags, valued, operand }: Form): number | undefined {
  let at = 1;
  for (; words[at]?.value.startsWith('-'); at++) {
    const { value, certainty } = words[at]!;
    if (certainty !== 'exact') return undefined;
    if (value === '--') {
      at++;
      break;
    }
    if (valued?.test(value) === true) {
      const given = words[++at];
      if (given?.certainty !== 'exact' || !/^-?[\w.]+$/.test(given.value)) return undefined;
    } else if (flags?.test(value) !== true) return undefined;
  }
  if (operand !== undefined && !(words[at]?.certainty === 'exact' && operand.test(words[at++]!.value))) return undefined;
  return at < words.length && words[at]!.certainty === 'exact' ? at : undefined;
}

/** The command inside one wrapper; undefined when there is none. */
export function unwrap(command: ShellCommand): ShellCommand | undefined {
  const name = command.words[0]?.value ?? '';
  if (!Object.hasOwn(wrappers, name) || command.words[0]!.certainty !== 'exact') return undefined;
  const count = wrappers[name]!(command.words);
  return count === undefined ? undefined : withoutWords(command, count, name === 'xargs' ? { open: true } : {});
}

const mostWrappers = 16;
const known = new WeakMap<ShellCommand, readonly ShellCommand[]>();

/** The command and what is inside its wrappers, outermost first. */
export function unwrapped(command: ShellCommand): readonly ShellCommand[] {
  const before = known.get(command);
  if (before !== undefined) return before;
  const all = [command];
  for (let inner = unwrap(command); inner !== undefined && all.length <= mostWrappers; inner = unwrap(inner)) all.push(inner);
  known.set(command, all);
  return all;
}

/** True for a question about a program rather than a run of it. */
export function isLookup(words: readonly ShellWord[]): boolean {
  return words[0]?.value === 'command' && /^-p?[vV]$/.test(words[1]?.value ?? '');
}

/** Programs that run what their arguments or input say, whatever else they do. */
export const carriers: ReadonlySet<string> = new Set(
  (
    'env sudo doas su runuser sg xargs exec eval nice timeout stdbuf nohup time command builtin noglob watch setsid ionice flock parallel chroot unshare nsenter ' +
    'systemd-run strace ltrace gdb script ssh busybox toybox npx bunx taskset chrt numactl setarch linux32 linux64 prlimit firejail bwrap fakeroot proot torsocks ' +
    'proxychains proxychains4 valgrind perf entr direnv tmux screen at batch expect unbuffer rlwrap dbus-run-session xvfb-run sshpass setpriv capsh ' +
    'start-stop-daemon run-parts trap alias chronic ts pkexec gosu su-exec tini dumb-init catchsegv softlimit cpulimit crontab powershell'
  ).split(' '),
);

/** Subcommands of programs that run another program. */
const launchers: Readonly<Record<string, RegExp>> = {
  docker: /^(run|exec|compose)$/,
  podman: /^(run|exec|compose)$/,
  'docker-compose': /^(run|exec)$/,
  kubectl: /^(exec|run|debug)$/,
  npm: /^(exec|x|explore)$/,
  pnpm: /^(exec|dlx)$/,
  yarn: /^(exec|dlx)$/,
  bun: /^x$/,
  uv: /^(run|tool)$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  pipx: /^run$/,
  hatch: /^run$/,
  bundle: /^exec$/,
  nix: /^(run|shell|develop)$/,
  vagrant: /^ssh$/,
  adb: /^shell$/,
  limactl: /^shell$/,
  lxc: /^exec$/,
  heroku: /^run$/,
  fly: /^ssh$/,
};

function launches(words: readonly ShellWord[]): boolean {
  const name = programName(words[0]);
  return Object.hasOwn(launchers, name) && words.slice(1).some(({ value }) => launchers[name]!.test(value));
}

/** The places in a command where a program may be named. */
export function programPlaces(command: ShellCommand): number[] {
  const { words } = command;
  const name = programName(words[0]);
  if (isLookup(words)) return [0];
  if (name === 'find') return [0, ...placesAfter(words, /^-(exec|execdir|ok|okdir)$/)];
  if (name === 'fd' || name === 'fdfind') return [0, ...placesAfter(words, /^(-x|-X|--exec|--exec-batch)$/)];
  if (carriers.has(name) || launches(words)) return words.map((_, at) => at);
  return [0];
}

/** A line that names a program more often than this is not looked at any further. */
export const mostCalls = 8;

/** The calls of certain programs that may run in a command: itself, and whatever stands where a program may be named. */
export function programCalls(command: ShellCommand, wanted: (name: string) => boolean): readonly (readonly ShellWord[])[] {
  const places = programPlaces(command).filter((place) => wanted(programName(command.words[place])));
  return places.slice(0, mostCalls).map((place) => command.words.slice(place));
}

function placesAfter(words: readonly ShellWord[], flag: RegExp): number[] {
  return words.flatMap((word, at) => (at > 0 && flag.test(words[at - 1]!.value) ? [at] : []));
}
