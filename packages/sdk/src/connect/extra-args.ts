import { readFileSync } from 'node:fs';
import type { createEngine } from '@inboard/engine';
import { AgentError, checkOptions, form, fromArgv, option, options, type OptionRow, type Options } from '@inboard/wire';

/** Flags that are no options of `query()` but mean something to an engine. */
const engineFlags: Record<string, OptionRow> = {
  replayUserMessages: option({
    doc: 'Echo each prompt when it is taken.',
    schema: () => options.debug.schema(),
    flag: ['--replay-user-messages', form.switchFor(true)],
  }),
  includeHookEvents: option({
    doc: 'Tell the host of every hook that runs.',
    schema: () => options.debug.schema(),
    flag: ['--include-hook-events', form.switchFor(true)],
  }),
  settings: option({ doc: 'Settings as JSON or a file.', schema: () => options.extraArgs.schema(), flag: ['--settings', form.json] }),
};

type EngineOptions = Parameters<typeof createEngine>[0];
type Extra = Options & Pick<EngineOptions, 'replayUserMessages' | 'includeHookEvents' | 'settings'>;

/** What `extraArgs` say to an engine in this process: the same as on its command line. */
export function readExtraArgs(extraArgs: Options['extraArgs']): Extra {
  if (!extraArgs || Object.keys(extraArgs).length === 0) return {};
  const words = Object.entries(extraArgs).map(([name, value]) => (value === null ? `--${name}` : `--${name}=${value}`));
  const { values, unknown } = fromArgv(words, { ...options, ...engineFlags }, (path) => readFileSync(path, 'utf8'));
  if (unknown.length > 0)
    throw new AgentError('unknown_option', `Option "extraArgs": the engine in this process has no flag ${unknown.join(', ')}.`, {
      data: { option: 'extraArgs' },
    });
  const { replayUserMessages, includeHookEvents, settings, ...known } = values;
  return {
    ...checkOptions(known),
    ...(replayUserMessages === true && { replayUserMessages: true }),
    ...(includeHookEvents === true && { includeHookEvents: true }),
    ...(settings !== undefined && { settings: settings as EngineOptions['settings'] }), // the engine checks it like a file
  };
}
