import { options, type OptionRow } from '@inboard/wire';
import { flags } from './flags.js';

/** The flags as people look for them: a title and the names of their values. Every flag stands in one group. */
export const flagGroups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Common', ['print', 'model', 'continue', 'resume', 'additionalDirectories', 'permissionMode', 'help', 'version']],
  [
    'Session',
    [
      'forkSession',
      'sessionId',
      'title',
      'resumeSessionAt',
      'rewindFiles',
      'persistSession',
      'maxTurns',
      'maxBudgetUsd',
      'settings',
      'settingSources',
      'bare',
      'safeMode',
      'init',
      'initOnly',
      'maintenance',
    ],
  ],
  [
    'Model and prompt',
    [
      'fallbackModel',
      'effort',
      'thinking',
      'maxThinkingTokens',
      'betas',
      'prompt',
      'promptFile',
      'appendPrompt',
      'appendPromptFile',
      'appendSubagentSystemPrompt',
      'excludeDynamicSections',
    ],
  ],
  [
    'Permissions',
    [
      'allowedTools',
      'disallowedTools',
      'permissionPromptToolName',
      'noPermissionPrompts',
      'skipPermissions',
      'allowDangerouslySkipPermissions',
    ],
  ],
  [
    'Tools, agents and plugins',
    ['tools', 'mcpServers', 'strictMcpConfig', 'agent', 'agents', 'plugins', 'pluginsWithoutServers', 'disableSlashCommands'],
  ],
  [
    'Input and output',
    [
      'format',
      'inputFormat',
      'outputFormat',
      'verbose',
      'includePartialMessages',
      'includeHookEvents',
      'replayUserMessages',
      'forwardSubagentText',
      'promptSuggestions',
      'awaitInitialize',
      'debug',
      'debugFile',
      'debugToStderr',
    ],
  ],
];

/** The flags as a list for people, group by group. */
export function flagHelp(): string {
  const width = Math.max(...flagGroups.flatMap(([, names]) => names.map((name) => nameOf(flags[name]!).length))) + 2;
  return flagGroups
    .map(([title, names]) =>
      [`${title}:`, ...names.map((name) => `  ${nameOf(flags[name]!).padEnd(width)}${docOf(flags[name]!)}`)].join('\n'),
    )
    .join('\n\n');
}

/** The words of a row, with flags in the place of options. */
function docOf({ doc }: OptionRow): string {
  return doc.replaceAll(/`(\w+)`/g, (_, name: string) => flags[name]?.flag?.name ?? name).replaceAll('`', '');
}

function nameOf({ flag }: OptionRow): string {
  if (!flag) return '';
  const short = flag.aliases.filter((alias) => !alias.startsWith('--'));
  return `${[...short, flag.name].join(', ')}${flag.form.takesValue ? ' <value>' : ''}`;
}

/** The names of values that have a flag, for those who check that none is forgotten. */
export function flagNames(): string[] {
  return Object.keys(flags).filter((name) => flags[name]!.flag && !(name === 'sandbox' && Object.hasOwn(options, name)));
}
