import type { Answer, ScriptedModel, Step } from '@inboard/testing';
import { onTestFinished } from 'vitest';
import { cliPath, scriptedModel, temporaryFolder, testEnv } from '../harness.js';
import { openTerminal, until, type TestTerminal } from '../support/terminal.js';

/** A chat on a terminal, with a model that says what it is told. */
export interface ChatPlace {
  model: ScriptedModel;
  cwd: string;
  home: string;
  /** Starts a chat and waits until it can be typed into. */
  start(args?: string[], options?: StartOptions): Promise<Chat>;
}

export interface StartOptions {
  env?: Record<string, string>;
  columns?: number;
  rows?: number;
  /** What shows that it has started. */
  ready?: RegExp;
}

export interface Chat extends TestTerminal {
  /** Waits until the screen shows this. */
  sees(wanted: string | RegExp): Promise<void>;
  /** Waits until the screen shows this no more. */
  losesSight(unwanted: string | RegExp): Promise<void>;
  /** Types a line and sends it. */
  says(text: string): void;
  /** Waits for the end and gives the exit code. */
  ends(): Promise<number>;
}

export const keys = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  shiftTab: '\u001b[Z',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlO: '\u000f',
} as const;

/** An answer of the model that waits until the test says go. */
export function held(step: Step): { answer: Answer; go: () => void } {
  let go: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (go = resolve));
  return { answer: () => released.then(() => step), go: () => go() };
}

export async function chatPlace(): Promise<ChatPlace> {
  const [model, cwd, home] = await Promise.all([scriptedModel(), temporaryFolder(), temporaryFolder()]);
  return {
    model,
    cwd,
    home,
    start: async (args = [], { env = {}, ready = /^>( |$)/m, ...size } = {}) => {
      const terminal = openTerminal({
        command: [process.execPath, cliPath, ...args],
        cwd,
        env: { ...testEnv(model, home), LANG: 'C.UTF-8', ...env },
        folder: await temporaryFolder(),
        ...size,
      });
      onTestFinished(() => terminal.close());
      const chat = toChat(terminal);
      await chat.sees(ready);
      return chat;
    },
  };
}

function toChat(terminal: TestTerminal): Chat {
  const shows = (wanted: string | RegExp) =>
    typeof wanted === 'string' ? terminal.screen().includes(wanted) : wanted.test(terminal.screen());
  return {
    ...terminal,
    sees: (wanted) => until(terminal, String(wanted), () => shows(wanted)),
    losesSight: (unwanted) => until(terminal, `no ${String(unwanted)}`, () => !shows(unwanted)),
    says: (text) => terminal.send(`${text}\r`),
    ends: async () => {
      await until(terminal, 'the end', () => terminal.exitCode() !== undefined);
      return terminal.exitCode()!;
    },
  };
}
