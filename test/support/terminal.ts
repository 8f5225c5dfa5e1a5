import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScreenModel } from './screen-model.js';

export interface TerminalOptions {
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** A folder for files of the terminal itself. */
  folder: string;
  columns?: number;
  rows?: number;
}

/** A program on a terminal of its own, as a person sees and uses it. */
export interface TestTerminal {
  /** Sends these characters as they are. */
  send(text: string): void;
  /** The lines on the screen. */
  screen(): string;
  /** Those before it too. */
  everything(): string;
  /** Every byte the program has written. */
  bytes(): string;
  resize(columns: number, rows: number): void;
  /** The exit code, once it has ended. */
  exitCode(): number | undefined;
  close(): void;
}

/** What there is to make terminals with on this machine. */
export const terminalKind: 'tmux' | 'script' | undefined = pickKind();

function pickKind(): typeof terminalKind {
  const wanted = process.env.INBOARD_TEST_TERMINAL;
  const isThere = (program: string) => spawnSync(program, ['-V']).error === undefined;
  if (wanted !== 'script' && isThere('tmux')) return 'tmux';
  return process.platform === 'linux' && isThere('script') && isThere('stty') ? 'script' : undefined; // others take other flags
}

/** Starts a program on a terminal. */
export function openTerminal(options: TerminalOptions): TestTerminal {
  return terminalKind === 'tmux' ? openTmux(options) : openScript(options);
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** A shell script that runs the program with its own environment and keeps its exit code. */
function writeRunner({ command, cwd, env, folder, columns = 80, rows = 24 }: TerminalOptions): string {
  const path = join(folder, 'run.sh');
  const variables = Object.entries({ TERM: 'xterm-256color', ...env }).map(([name, value]) => quote(`${name}=${value}`));
  const lines = [
    `tty > ${quote(join(folder, 'tty'))}`,
    `stty rows ${rows} cols ${columns}`,
    `cd ${quote(cwd)}`,
    `env -i ${variables.join(' ')} ${command.map(quote).join(' ')}`,
    `echo $? > ${quote(join(folder, 'code'))}`,
    'sleep 600',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function exitCodeIn(folder: string): number | undefined {
  const path = join(folder, 'code');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.endsWith('\n') ? Number(text) : undefined;
}

function openTmux(options: TerminalOptions): TestTerminal {
  const { folder, columns = 80, rows = 24 } = options;
  const env = { ...process.env, TMUX_TMPDIR: folder }; // its socket is gone with the folder
  const own = ['-L', 'inboard', '-f', '/dev/null'];
  const tmux = (...args: string[]) => execFileSync('tmux', [...own, ...args], { encoding: 'utf8', stdio: 'pipe', env });
  const log = join(folder, 'bytes');
  const gate = join(folder, 'go');
  const runner = writeRunner(options);
  // The program starts when its bytes are being recorded.
  const start = `while [ ! -e ${quote(gate)} ]; do sleep 0.02; done; sh ${quote(runner)}`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), start);
  tmux('set-option', '-g', 'history-limit', '5000');
  tmux('pipe-pane', `cat > ${quote(log)}`);
  writeFileSync(gate, '');
  return {
    send: (text) => void tmux('send-keys', '-H', ...Array.from(Buffer.from(text), (byte) => byte.toString(16))),
    screen: () => tmux('capture-pane', '-p'),
    everything: () => tmux('capture-pane', '-p', '-S', '-5000'),
    bytes: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    resize: (width, height) => void tmux('resize-window', '-x', String(width), '-y', String(height)),
    exitCode: () => exitCodeIn(folder),
    close: () => void spawnSync('tmux', [...own, 'kill-server'], { env }),
  };
}

function openScript(options: TerminalOptions): TestTerminal {
  const { folder, columns = 80, rows = 24 } = options;
  const model = new ScreenModel(columns, rows);
  let bytes = '';
  const child = spawn('script', ['-qfc', `sh ${quote(writeRunner(options))}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    model.write(text);
  });
  child.stdin.on('error', () => undefined); // it may be gone
  return {
    send: (text) => void child.stdin.write(text),
    screen: () => model.lines().join('\n'),
    everything: () => model.all().join('\n'),
    bytes: () => bytes,
    resize: (width, height) => {
      Object.assign(model, { columns: width, rows: height });
      const tty = readFileSync(join(folder, 'tty'), 'utf8').trim();
      execFileSync('stty', ['-F', tty, 'rows', String(height), 'cols', String(width)]);
    },
    exitCode: () => exitCodeIn(folder),
    close: () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // it has ended
      }
    },
  };
}

/** Polls until something holds; says what was on the screen when it never does. */
export async function until(terminal: TestTerminal, what: string, holds: () => boolean, withinMs = 30_000): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`Not seen within ${withinMs / 1000} s: ${what}. The screen:\n${terminal.everything()}`);
    await sleep(25);
  }
}
