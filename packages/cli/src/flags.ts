import { form, option, options, type OptionRow } from '@inboard/wire';
import * as z from 'zod';

const on = form.switchFor(true);

/** Flags that only a command line has. */
const commandLine = {
  print: option({ doc: 'Print the answer and exit.', schema: () => z.boolean(), flag: ['--print', on, '-p'] }),
  format: option({
    doc: 'How to print: text, json (one result) or stream-json (one line per message).',
    default: 'text',
    schema: () => z.enum(['text', 'json', 'stream-json']),
    flag: ['--output-format', form.text],
  }),
  inputFormat: option({
    doc: 'What standard input holds: text or stream-json.',
    default: 'text',
    schema: () => z.enum(['text', 'stream-json']),
    flag: ['--input-format', form.text],
  }),
  verbose: option({ doc: 'Print every message; needed for stream-json.', schema: () => z.boolean(), flag: ['--verbose', on] }),
  replayUserMessages: option({
    doc: 'Echo each prompt when it is taken.',
    schema: () => z.boolean(),
    flag: ['--replay-user-messages', on],
  }),
  init: option({ doc: 'Run the Setup hooks (trigger "init") before the session starts.', schema: () => z.boolean(), flag: ['--init', on] }),
  initOnly: option({ doc: 'Run the Setup and SessionStart hooks and exit.', schema: () => z.boolean(), flag: ['--init-only', on] }),
  maintenance: option({
    doc: 'Run the Setup hooks (trigger "maintenance") before the session starts.',
    schema: () => z.boolean(),
    flag: ['--maintenance', on],
  }),
  prompt: option({ doc: 'Replace the system prompt.', schema: () => z.string(), flag: ['--system-prompt', form.text] }),
  appendPrompt: option({ doc: 'Add to the system prompt.', schema: () => z.string(), flag: ['--append-system-prompt', form.text] }),
  skipPermissions: option({
    doc: 'Same as --permission-mode bypassPermissions with its confirmation.',
    schema: () => z.boolean(),
    flag: ['--dangerously-skip-permissions', on],
  }),
  debugToStderr: option({ doc: 'Write the debug log to standard error.', schema: () => z.boolean(), flag: ['--debug-to-stderr', on] }),
  help: option({ doc: 'Show this help.', schema: () => z.boolean(), flag: ['--help', on, '-h'] }),
  version: option({ doc: 'Show the version.', schema: () => z.boolean(), flag: ['--version', on, '-v'] }),
} as const satisfies Record<string, OptionRow>;

/** Every flag of the command line, by the name its value has. */
export const flags: Record<string, OptionRow> = { ...options, ...commandLine };

/** The flags as a list for people. */
export function flagHelp(): string {
  const shown = [
    ...Object.values(commandLine as Record<string, OptionRow>),
    ...Object.values(options as Record<string, OptionRow>),
  ].flatMap((row) => (row.flag ? [{ row, flag: row.flag }] : []));
  const names = shown.map(
    ({ flag }) =>
      `${[...flag.aliases.filter((alias) => !alias.startsWith('--')), flag.name].join(', ')}${flag.form.takesValue ? ' <value>' : ''}`,
  );
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return shown.map(({ row }, index) => `  ${names[index]!.padEnd(width)}${row.doc}`).join('\n');
}
