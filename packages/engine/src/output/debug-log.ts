import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { EngineOptions } from '../loop/session.js';
import type { Environment } from '../port/environment.js';
import { isSecret } from '../process/child-env.js';

/** The options of an engine with a debug log that writes where they say: what was asked for alone, with its time and without secrets. */
export function withDebugLog(options: EngineOptions): EngineOptions {
  const { debugFile, debugLog, debugFilter = '' } = options;
  const sinks = [...(debugLog ? [debugLog] : []), ...(debugFile === undefined ? [] : [fileSink(debugFile)])];
  if (sinks.length === 0) return options;
  const isWanted = categoryFilter(debugFilter);
  const clean = cleaner(options.env);
  return {
    ...options,
    debugLog: (line) => {
      if (!isWanted(categoryOf(line))) return;
      const text = `${new Date().toISOString()} ${clean(line)}`;
      for (const sink of sinks) sink(text);
    },
  };
}

/** Opened at once, so that a path that cannot be written is an error before anything runs. */
function fileSink(path: string): (line: string) => void {
  const write = (text: string) => appendFileSync(path, text, { mode: 0o600 });
  try {
    if (!existsSync(dirname(path))) mkdirSync(dirname(path));
    write('');
  } catch (error) {
    throw new AgentError('invalid_option', `Option "debugFile": ${path} cannot be written (${(error as Error).message}).`);
  }
  return (line) => {
    try {
      write(`${line}\n`);
    } catch {
      // a log that can no longer be written must not end the work
    }
  };
}

/** The first word of a line says what it is about: permission, mcp, hook, model, error. */
function categoryOf(line: string): string {
  return /^\w+/.exec(line)?.[0].toLowerCase() ?? '';
}

/** `a,b` wants these, `!a` all others; nothing wants all. */
function categoryFilter(filter: string): (category: string) => boolean {
  const words = filter
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const without = new Set(words.filter((word) => word.startsWith('!')).map((word) => word.slice(1)));
  const only = new Set(words.filter((word) => !word.startsWith('!')));
  return (category) => !without.has(category) && (only.size === 0 || only.has(category));
}

const looksSecret =
  /\b(?:sk-[\w-]{8,}|gh[pousr]_\w{16,}|xox[a-z]-[\w-]{8,}|AKIA[0-9A-Z]{12,}|eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?)|(?<=Bearer\s+)[\w.~+/=-]{8,}|(?<=:\/\/[^/\s:@]*:)[^/\s@]+(?=@)/gi;
const shortest = 6;

/** Takes out the values of secret variables, and whatever looks like a key. */
function cleaner(env: Environment): (line: string) => string {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= shortest && isSecret(name, value) && !/^ANTHROPIC_(BASE_URL|MODEL|DEFAULT_)/.test(name)
      ? [value]
      : [],
  );
  return (line) => values.reduce((text, value) => text.replaceAll(value, '(secret)'), line).replaceAll(looksSecret, '(secret)');
}
