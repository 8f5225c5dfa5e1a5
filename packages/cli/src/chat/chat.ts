import { homedir } from 'node:os';
import { join } from 'node:path';
import type { EngineOptions } from '@inboard/engine';
import { onSignals } from '../signals.js';
import { Conversation, type Next } from './conversation.js';
import { FileSource } from './file-source.js';
import { History } from './history.js';
import { Stage } from './stage.js';
import { oneLine } from '../row/tool-line.js';

export interface ChatOptions {
  engine: EngineOptions;
  version: string;
  /** Lets the person choose the session first. */
  pick: boolean;
}

/** Talks with a person at a terminal until they leave. Returns the exit code. */
export async function chat(options: ChatOptions): Promise<number> {
  if (process.env.TERM === 'dumb')
    return (await import('./plain-chat.js')).plainChat(options.engine, { input: process.stdin, output: process.stdout });
  let leave: () => void = () => undefined;
  const stage = new Stage({ colour: !process.env.NO_COLOR, onEnd: () => leave() });
  const signalCode = onSignals(() => leave());
  try {
    const failed = await talk(stage, options, (then) => (leave = then));
    return signalCode() ?? (failed ? 1 : 0);
  } finally {
    stage.close();
  }
}

/** One session after the other, as the person wants. Returns whether the last one ended with an error. */
async function talk(stage: Stage, { engine, version, pick }: ChatOptions, onLeave: (leave: () => void) => void): Promise<boolean> {
  const shared = { stage, history: new History(historyPath(process.env)), files: new FileSource(engine.cwd) };
  stage.print(greeting(stage, version, engine.cwd));
  let current: Conversation | undefined;
  let options: EngineOptions | undefined = pick ? await resumed(stage, engine) : engine;
  let failed = false;
  while (options) {
    const conversation: Conversation = new Conversation({ ...shared, engine: options });
    onLeave(() => conversation.leave());
    const next: Next = await conversation.run(await earlier(stage, options));
    current = conversation;
    failed = next.kind === 'leave' && next.failed;
    options = next.kind === 'pick' ? await resumed(stage, engine, conversation) : undefined;
  }
  if (current && current.sessionId !== '') stage.print(['', stage.style.dim(`Go on with: inboard --resume ${current.sessionId}`)]);
  return failed;
}

/** The options for a session the person has chosen. Who chooses none goes on with the one there was, or leaves. */
async function resumed(stage: Stage, given: EngineOptions, current?: Conversation): Promise<EngineOptions | undefined> {
  const { continue: _, sessionId: _id, ...engine } = given;
  const { pickSession } = await import('./pick-session.js');
  const picked = await pickSession(stage, engine.cwd);
  if (picked === 'left' && !current) return undefined;
  const id = picked === 'left' ? current?.sessionId : picked === 'new' ? '' : picked.id;
  return id === undefined || id === '' ? engine : { ...engine, resume: id };
}

/** What was said before, where a session goes on. */
async function earlier(stage: Stage, { cwd, env, resume, ...options }: EngineOptions): Promise<string[]> {
  if (resume === undefined && !options.continue) return [];
  const [{ earlierRows }, { listSessions }] = await Promise.all([import('./earlier.js'), import('@inboard/engine/sessions')]);
  const id = resume ?? (await listSessions({ dir: cwd, env, limit: 1 }))[0]?.sessionId;
  return id === undefined ? [] : earlierRows(id, { cwd, style: stage.style, width: () => stage.width, now: () => 0 });
}

function greeting(stage: Stage, version: string, cwd: string): string[] {
  const { style } = stage;
  return [`${style.bold('Inboard')} ${style.dim(`${version} · ${oneLine(fromHome(cwd))} · /help · /keys`)}`];
}

function fromHome(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** In the configuration folder, found as the engine finds it: the engine is not loaded yet. */
function historyPath(env: NodeJS.ProcessEnv): string {
  return join(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude'), 'inboard-history.jsonl');
}
