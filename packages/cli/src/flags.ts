import { engineFlags, form, option, options, type Form, type OptionRow } from '@inboard/wire';
import * as z from 'zod';

const on = form.switchFor(true);

/** A switch that may say more: `--debug`, `--debug=permission,mcp`. */
const debugForm: Form = { ...on, decode: (texts) => (['', 'true'].includes(texts.at(-1) ?? '') ? true : texts.at(-1)) };

/** Flags that only a command line has. */
const commandLine = {
  ...engineFlags,
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
  init: option({ doc: 'Run the Setup hooks (trigger "init") before the session starts.', schema: () => z.boolean(), flag: ['--init', on] }),
  initOnly: option({ doc: 'Run the Setup and SessionStart hooks and exit.', schema: () => z.boolean(), flag: ['--init-only', on] }),
  maintenance: option({
    doc: 'Run the Setup hooks (trigger "maintenance") before the session starts.',
    schema: () => z.boolean(),
    flag: ['--maintenance', on],
  }),
  title: option({ doc: 'A title for the session.', schema: () => z.string().trim().min(1), flag: ['--name', form.text, '-n'] }),
  rewindFiles: option({
    doc: 'Bring files back to what they were at this prompt of the resumed session, and exit.',
    schema: () => z.string(),
    flag: ['--rewind-files', form.text],
  }),
  bare: option({
    doc: 'Leave out settings files, memory, project servers and plugins of settings; what flags say counts.',
    schema: () => z.boolean(),
    flag: ['--bare', on],
  }),
  safeMode: option({
    doc: 'Like --bare, and without plugins, agents and MCP servers of flags: to find out what goes wrong.',
    schema: () => z.boolean(),
    flag: ['--safe-mode', on],
  }),
  promptSuggestions: option({
    doc: 'Suggest a next prompt after each result.',
    schema: () => z.boolean(),
    flag: ['--prompt-suggestions', on],
  }),
  debug: option({
    doc: 'Write a debug log; --debug=permission,mcp or --debug=!model choose what it is about.',
    schema: () => z.union([z.boolean(), z.string()]),
    flag: ['--debug', debugForm, '-d'],
  }),
  promptFile: option({
    doc: 'Replace the system prompt by the text of a file.',
    schema: () => z.string(),
    flag: ['--system-prompt-file', form.text],
  }),
  appendPromptFile: option({
    doc: 'Add the text of a file to the system prompt.',
    schema: () => z.string(),
    flag: ['--append-system-prompt-file', form.text],
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
