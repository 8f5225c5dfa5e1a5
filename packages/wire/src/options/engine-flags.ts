import { AgentError } from '../errors.js';
import * as z from 'zod';
import { mapped, repeated, switchFor, text } from './form.js';
import { option, type OptionRow } from './row.js';
import type { Infer } from '../define.js';

const on = switchFor(true);
const flag = () => z.boolean();

/** What a command line can say to an engine beside the options of `query()`; the same counts for `extraArgs`. */
export const engineFlags = {
  replayUserMessages: option({ doc: 'Echo each prompt when it is taken.', schema: flag, flag: ['--replay-user-messages', on] }),
  disableSlashCommands: option({
    doc: 'Leave out commands and skills; a prompt may begin with a slash.',
    schema: flag,
    flag: ['--disable-slash-commands', on],
  }),
  pluginsWithoutServers: option({
    doc: 'Plugin folders whose MCP servers are left out.',
    schema: () => z.array(z.string()),
    flag: ['--plugin-dir-no-mcp', repeated],
  }),
  awaitInitialize: option({
    doc: 'Take no prompt before the host has sent "initialize".',
    schema: flag,
    flag: ['--await-initialize', on],
  }),
  noPermissionPrompts: option({
    doc: 'Who is asked about calls: host (the default), or none, which denies them at once.',
    schema: flag,
    flag: ['--permission-prompts', mapped(text, { out: (none: boolean) => (none ? 'none' : 'host'), in: readPrompts })],
  }),
  appendSubagentSystemPrompt: option({
    doc: 'Add to the system prompt of every subagent.',
    schema: () => z.string(),
    flag: ['--append-subagent-system-prompt', text],
  }),
  excludeDynamicSections: option({
    doc: 'Say folder, date and the like with the first prompt, so that the system prompt is the same everywhere.',
    schema: flag,
    flag: ['--exclude-dynamic-system-prompt-sections', on],
  }),
  forwardSubagentText: option({
    doc: 'Accepted for other engines: what subagents say is always passed on.',
    schema: flag,
    flag: ['--forward-subagent-text', on],
  }),
} as const satisfies Record<string, OptionRow>;

/** Their values, by name. */
export type EngineFlags = { [N in keyof typeof engineFlags]?: Infer<(typeof engineFlags)[N]['schema']> };

/** The values of these flags among others that a command line has. */
export function engineFlagsIn(values: Readonly<Record<string, unknown>>): EngineFlags {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(engineFlags, name))); // read by their rows
}

function readPrompts(who: string): boolean {
  if (who === 'none' || who === 'host') return who === 'none';
  throw new AgentError('invalid_option', `--permission-prompts is host or none, not "${who}".`);
}
