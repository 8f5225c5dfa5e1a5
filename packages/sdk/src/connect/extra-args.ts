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
};

type EngineOptions = Parameters<typeof createEngine>[0];
type Extra = Options & Pick<EngineOptions, 'replayUserMessages'>;

/** What `extraArgs` say to an engine in this process: the same as on its command line. */
export function readExtraArgs(extraArgs: Options['extraArgs']): Extra {
  if (!extraArgs || Object.keys(extraArgs).length === 0) return {};
  const words = Object.entries(extraArgs).map(([name, value]) => (value === null ? `--${name}` : `--${name}=${value}`));
  const { values, unknown } = fromArgv(words, { ...options, ...engineFlags }, (path) => readFileSync(path, 'utf8'));
  if (unknown.length > 0)
    throw new AgentError('unknown_option', `Option "extraArgs": the engine in this process has no flag ${unknown.join(', ')}.`, {
      data: { option: 'extraArgs' },
    });
  const { replayUserMessages, ...known } = values;
  return {
    ...checkOptions(known),
    ...(replayUserMessages === true && { replayUserMessages: true }),
  };
}
