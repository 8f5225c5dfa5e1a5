import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import type { EngineOptions } from '@inboard/engine';
import { AgentError, engineOptions, errorText } from '@inboard/wire';
import { readArguments, type Arguments } from './arguments.js';
import { flagHelp } from './flag-groups.js';
import type { Style } from './print.js';
import { findSubcommand, subcommands } from './subcommand.js';
import { flushed } from './standard-output.js';

const examples = `inboard: an open coding agent

  inboard                                  chat; --continue or --resume go on with an earlier one
  inboard "what does this project do?"     ask, and watch it work
  inboard -p "list the tests"              print the answer and exit
  git diff | inboard -p "review this"      standard input comes before the prompt
  inboard -c "and now the docs"            go on with the last session of this folder
  inboard -p "…" --output-format json      one JSON object: the result
  inboard demo                             watch it mend a small program, with your permission

Without ANTHROPIC_API_KEY the embedded offline model answers.
`;

/** What a newcomer needs first, then every command and flag. */
function help(): string {
  const width = Math.max(...subcommands.map(({ name }) => name.length)) + 2;
  const commands = subcommands.map(({ name, summary }) => `  inboard ${name.padEnd(width)}${summary}`);
  return `${examples}\nCommands ("inboard <command> --help" says more):\n${commands.join('\n')}\n\nFlags (--flag value and --flag=value mean the same):\n\n${flagHelp()}\n`;
}

async function main(): Promise<number> {
  const found = findSubcommand(process.argv.slice(2));
  if (found) return found.command.run(found.words);
  const { argv, pick } = withoutBareResume(process.argv.slice(2));
  const args = readArguments(argv);
  if (args.help) return say(help());
  if (args.version) return say(`${ownVersion()} (Inboard)\n`);
  for (const flag of args.unknown) process.stderr.write(`inboard: unknown flag ${flag} ignored\n`);
  const options = optionsFor(args);
  if (args.rewindFiles !== undefined) return (await import('./rewind.js')).rewind(options, args.rewindFiles);
  if (args.initOnly) return (await import('./set-up.js')).setUp(options);
  // The engine is loaded when there is something for it to do.
  if (args.inputFormat === 'stream-json') return (await import('./serve.js')).serve(options);
  const prompt = [await pipedText(), args.prompt].filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
  if (pick && (prompt !== '' || args.print))
    throw new AgentError('invalid_option', '--resume needs a session id here. "inboard sessions list" shows them.');
  if (prompt === '') {
    if (!process.stdin.isTTY || args.print)
      throw new AgentError('invalid_option', 'There is no prompt. Give one as an argument or on standard input.');
    if (!process.stdout.isTTY) return say(help());
    return (await import('./chat/chat.js')).chat({ engine: options, version: ownVersion(), pick });
  }
  return (await import('./print.js')).print(options, prompt, styleOf(args));
}

/** On a terminal `--resume` may stand without an id: the session is chosen from a list then. */
function withoutBareResume(argv: readonly string[]): { argv: readonly string[]; pick: boolean } {
  const at = argv.findIndex((word, index) => (word === '--resume' || word === '-r') && (argv[index + 1] ?? '-').startsWith('-'));
  if (at === -1 || !process.stdin.isTTY || !process.stdout.isTTY) return { argv, pick: false };
  return { argv: argv.toSpliced(at, 1), pick: true };
}

function styleOf(args: Arguments): Style {
  return args.format === 'text' && !args.print ? 'live' : args.format;
}

function optionsFor(args: Arguments): EngineOptions {
  const rest = engineOptions(args.engine);
  return {
    ...rest,
    ...(process.env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING === 'true' && { enableFileCheckpointing: true }),
    cwd: process.cwd(),
    env: process.env,
    onUnsaved: (path, lines) =>
      void process.stderr.write(`inboard: these records could not be saved to ${path}; append them to the file to keep them:\n${lines}`),
    ...((args.debugToStderr || rest.debug) && { debugLog: (line: string) => void process.stderr.write(`${line}\n`) }),
  };
}

const mostInput = 10 * 1024 * 1024;

/** What was piped in, if anything was. */
async function pipedText(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  try {
    const text = await readAll(process.stdin);
    if (text.length > mostInput)
      throw new AgentError(
        'invalid_option',
        `Standard input has ${text.length} characters; at most ${mostInput} can be taken. Put it into a file and name the file.`,
      );
    return text;
  } catch (error) {
    if (AgentError.is(error)) throw error;
    throw new AgentError('invalid_option', `Standard input cannot be read: ${errorText(error)}`, { cause: error });
  }
}

/** Read from the package, so that the question does not load the engine. */
function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
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
    return leave(1);
  },
);

/** Ends when all output is written; what still holds the process then is not waited for. */
async function leave(code: number): Promise<void> {
  process.exitCode = code;
  process.stdin.destroy();
  await flushed();
  setTimeout(() => process.exit(), 1000).unref();
}
