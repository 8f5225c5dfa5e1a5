import { text as readAll } from 'node:stream/consumers';
import { version, type EngineOptions } from '@inboard/engine';
import { AgentError, errorText } from '@inboard/wire';
import { readArguments, type Arguments } from './arguments.js';
import { flagHelp } from './flags.js';
import { print, type Style } from './print.js';
import { serve } from './serve.js';

const usage = `inboard: an open coding agent

  inboard "what does this project do?"       ask, and watch it work
  inboard -p "…" [--output-format json]      print the answer and exit
  git diff | inboard -p "review this"        standard input comes before the prompt
  inboard --input-format stream-json --output-format stream-json
                                             serve a host, one JSON message per line
  inboard trust [folder | --remove]          let a project's files widen what is allowed
  inboard settings show                      every setting in force, and its file

Without ANTHROPIC_API_KEY the embedded offline model answers.

Flags (both --flag value and --flag=value):
`;

/** Words that are commands of their own, when they stand alone or with their arguments. */
function subcommand([first, ...rest]: readonly string[]): (() => Promise<string>) | undefined {
  if (first === 'trust' && rest.filter((word) => word !== '--remove').length <= 1) return async () => (await import('./trust.js')).trust(rest);
  if (first === 'settings' && rest.join(' ') === 'show') return async () => (await import('./settings.js')).showSettings();
  return undefined;
}

async function main(): Promise<number> {
  const command = subcommand(process.argv.slice(2));
  if (command) return say(await command());
  const args = readArguments(process.argv.slice(2));
  if (args.help) return say(`${usage}${flagHelp()}\n`);
  if (args.version) return say(`${version} (Inboard)\n`);
  for (const flag of args.unknown) process.stderr.write(`inboard: unknown flag ${flag} ignored\n`);
  const options = engineOptions(args);
  if (args.inputFormat === 'stream-json') return serve(options);
  const prompt = [await pipedText(), args.prompt].filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
  if (prompt === '') {
    if (!process.stdin.isTTY || args.print) throw new AgentError('invalid_option', 'There is no prompt. Give one as an argument or on standard input.');
    return say(usage + flagHelp() + '\n');
  }
  return print(options, prompt, styleOf(args));
}

function styleOf(args: Arguments): Style {
  return args.format === 'text' && !args.print ? 'live' : args.format;
}

function engineOptions(args: Arguments): EngineOptions {
  const { abortController, canUseTool, hooks, executable, executableArgs, extraArgs, pathToClaudeCodeExecutable, spawnClaudeCodeProcess, stderr, ...rest } = args.engine;
  return {
    ...rest,
    ...(process.env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING === 'true' && { enableFileCheckpointing: true }),
    cwd: process.cwd(),
    env: process.env,
    ...((args.debugToStderr || rest.debug) && { debugLog: (line: string) => void process.stderr.write(`${line}\n`) }),
  };
}

const mostInput = 10 * 1024 * 1024;

/** What was piped in, if anything was. */
async function pipedText(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  try {
    const text = await readAll(process.stdin);
    if (text.length > mostInput) throw new AgentError('invalid_option', `Standard input has ${text.length} characters; at most ${mostInput} can be taken. Put it into a file and name the file.`);
    return text;
  } catch (error) {
    if (AgentError.is(error)) throw error;
    throw new AgentError('invalid_option', `Standard input cannot be read: ${errorText(error)}`, { cause: error });
  }
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

main().then(
  (code) => leave(code),
  (error: unknown) => {
    // A mistake of the user is one line; anything else shows where it happened.
    process.stderr.write(`inboard: ${AgentError.is(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    leave(1);
  },
);

/** Ends when all output is written; what still holds the process then is not waited for. */
function leave(code: number): void {
  process.exitCode = code;
  process.stdin.destroy();
  setTimeout(() => process.exit(), 1000).unref();
}
