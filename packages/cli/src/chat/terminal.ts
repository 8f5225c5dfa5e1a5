import { KeyDecoder, type Key } from './key.js';
import type { Size } from './screen.js';

/** After an escape nothing more than this long belongs to it. */
const escapeMs = 40;

const enter = '\u001b[?2004h';
const leave = '\u001b[?2004l\u001b[?25h';

/** A terminal whose keys come one by one. Whatever happens, it is left as it was found. */
export interface Terminal {
  write(text: string): void;
  size(): Size;
  /** Gives it back for a while: the shell, or whatever comes next, has it until the process goes on. */
  suspend(): void;
  close(): void;
}

export interface TerminalEvents {
  onKey(key: Key): void;
  onResize(): void;
  /** The person is back after a suspension. */
  onResume(): void;
  /** The other side has gone. */
  onEnd(): void;
}

export function openTerminal(events: TerminalEvents): Terminal {
  const { stdin, stdout } = process;
  const decoder = new KeyDecoder();
  let timer: NodeJS.Timeout | undefined;
  const give = (keys: readonly Key[]) => {
    for (const key of keys) events.onKey(key);
  };
  const onData = (bytes: Buffer) => {
    clearTimeout(timer);
    give(decoder.take(bytes));
    if (decoder.isWaiting) timer = setTimeout(() => give(decoder.settle()), escapeMs);
  };
  const setUp = () => {
    stdin.setRawMode(true);
    stdout.write(enter);
  };
  const restore = () => {
    if (stdin.isTTY) stdin.setRawMode(false);
    stdout.write(leave);
  };
  setUp();
  stdin.on('data', onData);
  stdin.on('end', events.onEnd);
  stdin.resume();
  stdout.on('resize', events.onResize);
  process.on('exit', restore);
  return {
    write: (text) => void stdout.write(text),
    size: () => ({ columns: Math.max(20, stdout.columns || 80), rows: Math.max(6, stdout.rows || 24) }),
    suspend: () => {
      restore();
      process.once('SIGCONT', () => {
        setUp();
        events.onResume();
      });
      process.kill(process.pid, 'SIGTSTP');
    },
    close: () => {
      clearTimeout(timer);
      stdin.off('data', onData);
      stdin.off('end', events.onEnd);
      stdout.off('resize', events.onResize);
      process.off('exit', restore);
      restore();
      stdin.pause();
    },
  };
}
