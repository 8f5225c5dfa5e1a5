import { homedir } from 'node:os';
import { join } from 'node:path';
import type { EngineOptions } from '@inboard/engine';
import { onSignals } from '../signals.js';
import { Conversation, type Next } from './conversation.js';
import { FileSource } from './file-source.js';
import { History } from './history.js';
import { Stage } from './stage.js';
import { oneLine } from './tool-line.js';

export interface ChatOptions {
  engine: EngineOptions;
  version: string;
  /** Lets the person choose the session first. */
  pick: boolean;
}

/** Talks with a person at a terminal until they leave. Returns the exit code. */
export async function chat({ engine, version, pick }: ChatOptions): Promise<number> {
  if (process.env.TERM === 'dumb')
    return (await import('./plain-chat.js')).plainChat(engine, { input: process.stdin, output: process.stdout });
  let current: Conversation | undefined;
  const leave = () => current?.leave();
  const stage = new Stage({ colour: !process.env.NO_COLOR, onEnd: leave });
  const signalCode = onSignals(leave);
  const shared = { stage, history: new History(historyPath(process.env)), files: new FileSource(engine.cwd) };
  stage.print(greeting(stage, version, engine.cwd));
  let next: Next = { kind: pick ? 'pick' : 'leave', failed: false };
  let options: EngineOptions | undefined = engine;
  do {
    if (next.kind === 'pick') options = await resumed(stage, engine);
    if (!options) break;
    current = new Conversation({ ...shared, engine: options });
    next = await current.run(await earlier(stage, options));
  } while (next.kind === 'pick');
  if (current && current.sessionId !== '') stage.print(['', stage.style.dim(`Go on with: inboard --resume ${current.sessionId}`)]);
  stage.close();
  return signalCode() ?? (next.kind === 'leave' && next.failed ? 1 : 0);
}

/** The options for a session the person has chosen. */
async function resumed(stage: Stage, { continue: _, ...engine }: EngineOptions): Promise<EngineOptions> {
  const { pickSession } = await import('./pick-session.js');
  const id = await pickSession(stage, engine.cwd);
  return id === undefined ? engine : { ...engine, resume: id };
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
