import { readFileSync } from 'node:fs';
import type { EngineOptions } from '@inboard/engine';
import {
  AgentError,
  checkOptions,
  closestName,
  describeIssues,
  engineFlagsIn,
  fromArgv,
  options,
  type EngineFlags,
  type Options,
} from '@inboard/wire';
import { flags } from './flags.js';

/** What a command line asks for. */
export interface Arguments {
  engine: Options & EngineFlags & Pick<EngineOptions, 'setup' | 'debugFilter'>;
  /** The prompt of the resumed session that files are brought back to. */
  rewindFiles: string | undefined;
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
    throw new AgentError(
      'unknown_option',
      `Unknown flag ${parsed.unknown[0]}.${nearest(parsed.unknown[0]!)} "inboard --help" lists the flags.`,
    );
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
    rewindFiles: values.rewindFiles as string | undefined, // checked by its row
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

/** The flag somebody probably meant. */
function nearest(given: string): string {
  const names = Object.values(flags).flatMap(({ flag }) => (flag ? [flag.name, ...flag.aliases] : []));
  const match = closestName(
    given,
    names.filter((name) => name.startsWith('--')),
  );
  return match === undefined ? '' : ` Did you mean ${match}?`;
}

function checkValue(name: string, value: unknown): void {
  const row = flags[name]!;
  const checked = row.schema().safeParse(value);
  if (!checked.success)
    throw new AgentError('invalid_option', `${row.flag!.name}: ${describeIssues(checked.error)}`, { data: { flag: row.flag!.name } });
}

function engineOptions(values: Record<string, unknown>): Arguments['engine'] {
  const { debug, ...known } = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(options, name)));
  const given = checkOptions({
    ...known,
    ...(debug !== undefined && { debug: debug !== false }),
    ...(values.skipPermissions === true && { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }),
    systemPrompt: promptOption(promptText(values, 'prompt'), promptText(values, 'appendPrompt')),
    ...plainOptions(values),
  });
  return {
    ...given,
    ...engineFlagsIn(values),
    ...(values.safeMode === true && { pluginsWithoutServers: [] }),
    ...setupOption(values),
    ...(typeof debug === 'string' && { debugFilter: debug }),
  };
}

/** What is left out on request: files, and in safe mode also what flags bring. */
function plainOptions({ bare, safeMode, settingSources }: Record<string, unknown>): Options {
  if (safeMode === true) return { settingSources: [], strictMcpConfig: true, mcpServers: {}, plugins: [], agents: {} };
  return bare === true ? { strictMcpConfig: true, settingSources: (settingSources ?? []) as [] } : {}; // checked by its row
}

/** A prompt given as text or as a file, and not as both. */
function promptText(values: Record<string, unknown>, name: 'prompt' | 'appendPrompt'): string | undefined {
  const text = values[name] as string | undefined; // each value was checked by its row
  const path = values[`${name}File`] as string | undefined;
  if (path === undefined) return text;
  const flag = flags[`${name}File`]!.flag!.name;
  if (text !== undefined) throw new AgentError('invalid_option', `${flags[name]!.flag!.name} and ${flag} exclude each other: give one.`);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AgentError('invalid_option', `${flag}: the file "${path}" cannot be read: ${(error as Error).message}`);
  }
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
