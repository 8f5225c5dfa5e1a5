// What every case starts from: a scripted model, folders of its own, and both SDKs pointed at the other's engine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reply, ScriptedModel, text } from '../packages/testing/dist/index.js';
import * as inboard from '../packages/sdk/dist/index.js';
import { mainSdk, sdks } from './sdks.js';

/** The published SDK under test. */
const published = await import(sdks[process.env.INTEROP_SDK ?? mainSdk].package);

export { inboard, published };

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Our command line. */
export const ourEngine = file('../packages/cli/dist/inboard.js');
/** The engine that comes with the published SDK. */
export const theirEngine = file('node_modules/@anthropic-ai/claude-agent-sdk/cli.js');

/** Answers the conversation by a script; what an engine asks aside gets a word. */
async function scripted(main) {
  const model = await ScriptedModel.start();
  const conversation = [];
  model.always((request) => {
    const isMain = Array.isArray(request.body.tools) && request.body.tools.length > 0;
    if (!isMain) return reply(text('aside'));
    conversation.push(request.body);
    const answer = main.shift() ?? reply(text('the script is over'));
    return typeof answer === 'function' ? answer(request, conversation.length - 1) : answer;
  });
  return { model, conversation };
}

/** A place for one case. `answers` is the script, or a function of the place. `conversation` holds the requests of the main conversation. */
export async function place(answers) {
  const root = mkdtempSync(join(tmpdir(), 'inboard-interop-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  const cwd = mkdtempSync(join(root, 'work-'));
  const { model, conversation } = await scripted(typeof answers === 'function' ? answers({ cwd }) : [...answers]);
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    CLAUDE_CONFIG_DIR: join(root, 'config'),
    INBOARD_RETRY_BASE_MS: '2',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...model.env,
  };
  const common = { cwd, env, settingSources: [] };
  return {
    model,
    conversation,
    cwd,
    env,
    /** The published SDK asks our engine. */
    theirSdk: (prompt, options = {}) =>
      published.query({ prompt, options: { ...common, pathToClaudeCodeExecutable: ourEngine, ...options } }),
    /** Our SDK asks the published engine. */
    ourSdk: (prompt, options = {}) =>
      inboard.query({ prompt, options: { ...common, pathToClaudeCodeExecutable: theirEngine, ...options } }),
  };
}

/** A stream of prompts that a case feeds as it goes. */
export function talk(...texts) {
  const waiting = [];
  let wake = () => undefined;
  let ended = false;
  const say = (words, more = {}) => {
    waiting.push({
      type: 'user',
      session_id: '',
      parent_tool_use_id: null,
      message: { role: 'user', content: [{ type: 'text', text: words }] },
      ...more,
    });
    wake();
  };
  for (const words of texts) say(words);
  async function* prompts() {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift();
      if (ended) return;
      await new Promise((resolve) => (wake = resolve));
    }
  }
  const end = () => {
    ended = true;
    wake();
  };
  return { prompts: prompts(), say, end };
}

/** Reads up to and including the first message that fits. */
export async function readUntil(query, fits) {
  const seen = [];
  for (let next = await query.next(); !next.done; next = await query.next()) {
    seen.push(next.value);
    if (fits(next.value)) return seen;
  }
  throw new Error(`The query ended first, after ${kinds(seen).join(' ')}`);
}

/** Everything that is left, and the error that ended it, if one did. */
export async function readRest(query) {
  const seen = [];
  try {
    for (let next = await query.next(); !next.done; next = await query.next()) seen.push(next.value);
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}

export const isResult = (message) => message.type === 'result';

/** Messages that only one of the engines sends. */
const extra = new Set(['system/informational', 'system/api_retry', 'system/status', 'rate_limit_event', 'keep_alive']);

/** The order of a run at a glance, without what only one of the engines sends (the part of a reply that was cut off, for one). */
export function kinds(messages) {
  return messages
    .filter(({ aborted }) => aborted !== true)
    .map(kind)
    .filter((each) => !extra.has(each));
}

export function kind(message) {
  if (message.type === 'stream_event') return `event/${message.event.type}`;
  return message.subtype === undefined || message.type.startsWith('control') ? message.type : `${message.type}/${message.subtype}`;
}

/** The texts of a run. */
export function texts(messages) {
  return messages
    .filter(({ type }) => type === 'assistant')
    .flatMap(({ message }) => message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
}
