import { randomUUID } from 'node:crypto';
import type { EngineOptions } from '@inboard/engine';
import {
  toPermissionMode,
  type InitializeResult,
  type PermissionMode,
  type PermissionResult,
  type SlashCommand,
  type StreamMessage,
  type Uuid,
} from '@inboard/wire';
import { Composer } from './composer.js';
import type { FileSource } from './file-source.js';
import { Footer } from './footer.js';
import type { History } from './history.js';
import type { Key } from './key.js';
import { keyHelp } from './key-help.js';
import { Questions } from './questions.js';
import type { Live, Size } from './screen.js';
import type { SessionLink } from './session-link.js';
import type { Scene, Stage } from './stage.js';
import { oneLine } from '../row/tool-line.js';
import { TranscriptView } from './transcript-view.js';
import { Typing } from './typing.js';
import { clip } from '../row/wrap.js';

/** What is next: another session, or the end. */
export type Next = { kind: 'leave'; failed: boolean } | { kind: 'pick' };

export interface ConversationOptions {
  stage: Stage;
  engine: EngineOptions;
  history: History;
  files: FileSource;
}

/** Commands that the chat carries out itself. */
const ownCommands: readonly SlashCommand[] = [
  { name: 'exit', description: 'Leave the chat', argumentHint: '' },
  { name: 'resume', description: 'Go on with another session', argumentHint: '' },
  { name: 'keys', description: 'Show the keys', argumentHint: '' },
];

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** One session in a chat: what is typed goes to it, what it says is shown, what it asks is asked. */
export class Conversation implements Scene {
  readonly #options: ConversationOptions;
  readonly #view: TranscriptView;
  readonly #footer: Footer;
  readonly #composer: Composer;
  readonly #questions: Questions;
  readonly #typing = new Typing();
  /** Prompts that no turn has taken yet; commands wait for the end of the turn. */
  readonly #queue: { uuid: Uuid; text: string; isSent: boolean }[] = [];
  #commands: readonly SlashCommand[] = ownCommands;
  #link: SessionLink | undefined;
  #isWorking = false;
  #hint = '';
  #hasChangedMode = false;
  #sessionId = '';
  #failed = false;
  #end!: (next: Next) => void;
  readonly #ended = new Promise<Next>((resolve) => (this.#end = resolve));

  constructor(options: ConversationOptions) {
    const { stage, engine, history, files } = options;
    const now = () => performance.now();
    this.#options = options;
    this.#view = new TranscriptView({ cwd: engine.cwd, style: stage.style, width: () => stage.width, now });
    this.#footer = new Footer({ mode: toPermissionMode(engine.permissionMode ?? ''), model: engine.model ?? '' });
    this.#questions = new Questions({ stage, cwd: engine.cwd, onAnswer: (id, result) => this.#answered(id, result) });
    this.#composer = new Composer({
      style: stage.style,
      history,
      files,
      commands: () => this.#commands,
      onChange: () => stage.refresh(),
      onSubmit: (text) => this.#submit(text),
    });
  }

  /** Talks until the person leaves, wants another session, or the session is lost. */
  async run(earlier: readonly string[] = []): Promise<Next> {
    const { stage, engine } = this.#options;
    stage.print(earlier);
    stage.show(this);
    const { openSession } = await import('./session-link.js'); // the person can type meanwhile
    this.#link = openSession(engine, this.#questions.handlers(), (message) => this.#take(message));
    void this.#link.initialized.then((offer) => this.#offered(offer)).catch(() => undefined); // a session that could not be opened has said so
    void this.#link.ended.then(
      () => this.#end({ kind: 'leave', failed: this.#failed }),
      (error: Error) => {
        stage.print(this.#view.note(error.message, 'red'));
        this.#end({ kind: 'leave', failed: true });
      },
    );
    this.#sendMode();
    this.#sendWaiting();
    const next = await this.#ended;
    stage.show(undefined);
    this.#link.close();
    await this.#link.ended.catch(() => undefined); // said above
    return next;
  }

  /** The session that was talked to, once anything was said in it. */
  get sessionId(): string {
    return this.#sessionId;
  }

  get isBusy(): boolean {
    return this.#isWorking;
  }

  leave(): void {
    this.#end({ kind: 'leave', failed: false });
  }

  live({ columns, rows }: Size): Live {
    const { style } = this.#options.stage;
    const now = performance.now();
    const { dialog } = this.#questions;
    const status = this.#isWorking && !dialog ? ['', this.#footer.statusRow(now, columns, style)] : [''];
    const changing = dialog ? [] : this.#view.live(); // what waits for an answer stands above it
    const queued = this.#queue.filter(() => this.#isWorking).map(({ text }) => style.dim(clip(`  queued: ${oneLine(text)}`, columns)));
    const bottom = dialog?.live(columns, rows - 4) ?? this.#composer.live(columns);
    const footer =
      this.#composer.hasList && !dialog ? [] : [this.#footer.row(columns, style, this.#hint === '' ? this.#keyHints() : [this.#hint])];
    const room = Math.max(0, rows - 2 - bottom.rows.length - status.length - queued.length - footer.length);
    const above = [...(room === 0 ? [] : changing.slice(-room)), ...status, ...queued];
    return {
      rows: [...above, ...bottom.rows, ...footer],
      ...(bottom.cursor && { cursor: { row: above.length + bottom.cursor.row, column: bottom.cursor.column } }),
    };
  }

  press(key: Key): void {
    const wasHint = this.#hint;
    this.#hint = '';
    if (key.name === 'ctrl+o') return this.#showOutput();
    const { dialog } = this.#questions;
    if (dialog && !this.#typing.isMidSentence(this.#composer.text, performance.now())) return dialog.press(key);
    if (this.#composer.press(key)) return this.#typing.note(performance.now());
    if (key.name === 'ctrl+c') return this.#interruptOrLeave(wasHint !== '');
    if (key.name === 'ctrl+d') return this.leave();
    if (key.name === 'escape' && this.#isWorking) return this.#interrupt();
    if (key.name === 'shift+tab') return this.#changeMode();
  }

  #keyHints(): string[] {
    if (this.#questions.dialog) return [];
    return this.#isWorking ? ['enter queues'] : ['/ commands · @ files · /keys', '/ @ · /keys'];
  }

  #showOutput(): void {
    if (!this.#questions.showWhole()) this.#options.stage.print(this.#view.lastOutput());
  }

  /** Once clears what was typed, or stops the turn; twice leaves. */
  #interruptOrLeave(isSecond: boolean): void {
    if (this.#composer.text === '' && isSecond) return this.leave();
    if (this.#composer.text === '' && this.#isWorking) this.#interrupt();
    this.#composer.clear();
    this.#hint = 'ctrl+c again leaves';
  }

  #interrupt(): void {
    void this.#link?.interrupt().catch(() => undefined); // a session that has ended needs no stopping
  }

  #changeMode(): void {
    const mode = modes[(modes.indexOf(this.#footer.mode ?? 'default') + 1) % modes.length]!;
    this.#footer.mode = mode;
    this.#hasChangedMode = true;
    this.#sendMode();
  }

  /** Tells the session which mode the person wants. */
  #sendMode(): void {
    const { mode } = this.#footer;
    if (!this.#hasChangedMode || mode === undefined) return;
    void this.#link?.setMode(mode).catch((error: Error) => this.#options.stage.print(this.#view.note(error.message, 'red')));
  }

  #submit(text: string): void {
    const own = /^\/(exit|quit|resume|keys)\s*$/.exec(text)?.[1];
    if (own === 'exit' || own === 'quit') return this.leave();
    if (own === 'resume') return this.#end({ kind: 'pick' });
    if (own === 'keys') return this.#options.stage.print(this.#view.note(keyHelp));
    this.#queue.push({ uuid: randomUUID(), text, isSent: false });
    this.#sendWaiting();
  }

  /** A prompt may reach the turn that runs; a command is one only at the beginning of a turn of its own. */
  #sendWaiting(): void {
    for (const entry of this.#queue) {
      if (!this.#link || (entry.text.startsWith('/') && (this.#isWorking || entry !== this.#queue[0]))) return;
      if (entry.isSent) continue;
      entry.isSent = true;
      this.#begin();
      void this.#link.prompt(entry.text, entry.uuid).catch(() => undefined); // the end of the session is told elsewhere
    }
  }

  #begin(): void {
    if (!this.#isWorking) this.#footer.begin(performance.now());
    this.#isWorking = true;
  }

  #offered({ commands }: InitializeResult): void {
    this.#commands = [...commands, ...ownCommands].toSorted((a, b) => a.name.localeCompare(b.name));
    this.#composer.refresh();
  }

  #answered(id: string, result: PermissionResult): void {
    const { stage } = this.#options;
    this.#view.answered(id);
    const kept = result.behavior === 'allow' && result.updatedPermissions?.some(({ destination }) => destination === 'localSettings');
    if (kept) void this.#sayKept();
    stage.refresh();
  }

  async #sayKept(): Promise<void> {
    const { stage, engine } = this.#options;
    const { isTrusted } = await import('@inboard/engine'); // it runs by now
    const later = isTrusted(engine.cwd, engine.env) ? '' : ' Later sessions use it once the folder is trusted: inboard trust';
    stage.print(this.#view.note(`Kept in .claude/settings.local.json.${later}`));
  }

  #take(message: StreamMessage): void {
    const { stage } = this.#options;
    this.#footer.take(message, performance.now());
    if (message.type === 'system' && message.subtype === 'init') {
      this.#isWorking = true;
      this.#sessionId = message.session_id;
    }
    if (message.type === 'user' && message.isReplay) this.#taken(message.uuid);
    stage.print(this.#view.take(message));
    if (message.type === 'result') this.#turnEnded(message.is_error);
  }

  #taken(uuid: string | undefined): void {
    const at = this.#queue.findIndex((entry) => entry.uuid === uuid);
    if (at !== -1) this.#queue.splice(at, 1);
  }

  #turnEnded(failed: boolean): void {
    this.#failed = failed;
    this.#isWorking = this.#queue.some(({ isSent }) => isSent);
    this.#sendWaiting();
  }
}
