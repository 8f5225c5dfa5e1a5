import { readFileSync } from 'node:fs';
import { AgentError, checkOptions, engineFlags, engineFlagsIn, fromArgv, options, type EngineFlags, type Options } from '@inboard/wire';

/** What `extraArgs` say to an engine in this process: the same as on its command line. */
export function readExtraArgs(extraArgs: Options['extraArgs']): Options & EngineFlags {
  if (!extraArgs || Object.keys(extraArgs).length === 0) return {};
  const words = Object.entries(extraArgs).map(([name, value]) => (value === null ? `--${name}` : `--${name}=${value}`));
  const { values, unknown } = fromArgv(words, { ...options, ...engineFlags }, (path) => readFileSync(path, 'utf8'));
  if (unknown.length > 0)
    throw new AgentError('unknown_option', `Option "extraArgs": the engine in this process has no flag ${unknown.join(', ')}.`, {
      data: { option: 'extraArgs' },
    });
  const flags = engineFlagsIn(values);
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(flags, name)));
  return { ...checkOptions(known), ...flags };
}
