import { readFileSync } from 'node:fs';
import type { EngineOptions } from '@inboard/engine';
import { AgentError, checkOptions, describeIssues, fromArgv, options, type Options } from '@inboard/wire';
import { flags } from './flags.js';

/** What a command line asks for. */
export interface Arguments {
  engine: Options & Pick<EngineOptions, 'replayUserMessages' | 'setup'>;
  prompt: string | undefined;
  print: boolean;
  /** Ends after the hooks that set a project up. */
  initOnly: boolean;
  format: 'text' | 'json' | 'stream-json';
  inputFormat: 'text' | 'stream-json';
  help: boolean;
  version: boolean;
  debugToStderr: boolean;
  /** Flags we do not know, from a newer SDK. */
  unknown: string[];
}

/** Reads a command line. Throws an AgentError that says what is wrong and what to do. */
export function readArguments(argv: readonly string[]): Arguments {
  refuseSwitchValues(argv);
  const parsed = fromArgv(argv, flags, (path) => readFileSync(path, 'utf8'));
  const values = parsed.values;
  for (const [name, value] of Object.entries(values)) checkValue(name, value);
  const format = (values.format ?? 'text') as Arguments['format']; // each value was just checked by its row
  const inputFormat = (values.inputFormat ?? 'text') as Arguments['inputFormat'];
  // A newer SDK may send flags of its own; a person who mistypes one wants to know.
  if (parsed.unknown.length > 0 && inputFormat !== 'stream-json') {
    throw new AgentError('unknown_option', `Unknown flag ${parsed.unknown[0]}. "inboard --help" lists the flags.`);
  }
  if (inputFormat === 'stream-json' && format !== 'stream-json') {
    throw new AgentError('invalid_option', '--input-format stream-json needs --output-format stream-json.');
  }
  if (format === 'stream-json' && inputFormat === 'text' && values.verbose !== true) {
    throw new AgentError('invalid_option', '--output-format stream-json needs --verbose.');
  }
  return {
    engine: engineOptions(values),
    prompt: inputFormat === 'stream-json' || parsed.rest.length === 0 ? undefined : parsed.rest.join(' '),
    print: values.print === true,
    initOnly: values.initOnly === true,
    format,
    inputFormat,
    help: values.help === true,
    version: values.version === true,
    debugToStderr: values.debugToStderr === true,
    unknown: parsed.unknown,
  };
}

/** `--print=no` must not mean yes. Only `--debug=…` is known elsewhere with a filter, which we take for all. */
function refuseSwitchValues(argv: readonly string[]): void {
  const switches = new Set(
    Object.values(flags).flatMap((row) =>
      row.flag && !row.flag.form.takesValue && row.flag.name !== '--debug' ? [row.flag.name, ...row.flag.aliases] : [],
    ),
  );
  const end = argv.indexOf('--');
  const wrong = argv
    .slice(0, end === -1 ? argv.length : end)
    .find((word) => word.includes('=') && switches.has(word.slice(0, word.indexOf('='))));
  if (wrong !== undefined) throw new AgentError('invalid_option', `${wrong.slice(0, wrong.indexOf('='))} takes no value.`);
}

function checkValue(name: string, value: unknown): void {
  const row = flags[name]!;
  const checked = row.schema().safeParse(value);
  if (!checked.success)
    throw new AgentError('invalid_option', `${row.flag!.name}: ${describeIssues(checked.error)}`, { data: { flag: row.flag!.name } });
}

function engineOptions(values: Record<string, unknown>): Arguments['engine'] {
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(options, name)));
  const given = checkOptions({
    ...known,
    ...(values.skipPermissions === true && { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }),
    systemPrompt: promptOption(values.prompt as string | undefined, values.appendPrompt as string | undefined),
  });
  return {
    ...given,
    ...(values.replayUserMessages === true && { replayUserMessages: true }),
    ...setupOption(values),
  };
}

/** Setting up wins over maintenance: it is asked for once. */
function setupOption({ init, initOnly, maintenance }: Record<string, unknown>): Pick<EngineOptions, 'setup'> {
  if (init === true || initOnly === true) return { setup: 'init' };
  return maintenance === true ? { setup: 'maintenance' } : {};
}

/** On a command line the coding prompt is the default. */
function promptOption(prompt: string | undefined, append: string | undefined): Options['systemPrompt'] {
  if (prompt !== undefined) return append === undefined ? prompt : `${prompt}\n\n${append}`;
  return { type: 'preset', preset: 'claude_code', ...(append !== undefined && { append }) };
}
