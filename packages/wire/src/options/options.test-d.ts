import type { Options } from './options.js';

/** The options of the published SDK, by name. */
type Published =
  | 'abortController'
  | 'additionalDirectories'
  | 'agent'
  | 'agents'
  | 'allowedTools'
  | 'canUseTool'
  | 'continue'
  | 'cwd'
  | 'disallowedTools'
  | 'tools'
  | 'env'
  | 'executable'
  | 'executableArgs'
  | 'extraArgs'
  | 'fallbackModel'
  | 'enableFileCheckpointing'
  | 'forkSession'
  | 'betas'
  | 'hooks'
  | 'persistSession'
  | 'includePartialMessages'
  | 'thinking'
  | 'effort'
  | 'maxThinkingTokens'
  | 'maxTurns'
  | 'maxBudgetUsd'
  | 'mcpServers'
  | 'model'
  | 'outputFormat'
  | 'pathToClaudeCodeExecutable'
  | 'permissionMode'
  | 'allowDangerouslySkipPermissions'
  | 'permissionPromptToolName'
  | 'plugins'
  | 'promptSuggestions'
  | 'resume'
  | 'sessionId'
  | 'resumeSessionAt'
  | 'sandbox'
  | 'settingSources'
  | 'debug'
  | 'debugFile'
  | 'stderr'
  | 'strictMcpConfig'
  | 'systemPrompt'
  | 'spawnClaudeCodeProcess'
  | 'sessionStore'
  | 'toolAliases'
  | 'onElicitation'
  | 'settings'
  | 'includeHookEvents'
  | 'planModeInstructions'
  | 'skills'
  | 'title'; // of the third version

declare function none<T extends never>(): T;
none<Exclude<keyof Options, Published>>();
none<Exclude<Published, keyof Options>>();
// @ts-expect-error a name that is left over must be found out
none<Exclude<keyof Options | 'surplus', Published>>();

({}) satisfies Options;
({
  model: 'sonnet',
  thinking: { type: 'enabled', budgetTokens: 1024 },
  systemPrompt: { type: 'preset', preset: 'claude_code' },
}) satisfies Options;
({
  canUseTool: async (_name, input, { signal, toolUseID }) =>
    signal.aborted ? { behavior: 'deny', message: toolUseID } : { behavior: 'allow', updatedInput: input },
}) satisfies Options;
({
  hooks: {
    PreToolUse: [
      { matcher: 'Bash', hooks: [async (input) => (input.hook_event_name === 'PreToolUse' ? { reason: input.tool_name } : {})] },
    ],
  },
}) satisfies Options;
// @ts-expect-error there is no such hook event
({ hooks: { BeforeEverything: [] } }) satisfies Options;
// @ts-expect-error turns are counted
({ maxTurns: 'many' }) satisfies Options;
