/** What Inboard promises, by id. Each promise has a test of the same id, run on every transport. */
export const requirements = {
  'turn:text': 'a prompt gives init, one assistant line and one success result',
  'turn:tool-loop': 'a tool call is run and its result goes back to the model',

  'hook:pre-tool-use:input': 'a PreToolUse hook is told what is about to run',
  'hook:pre-tool-use:deny': 'a PreToolUse hook can deny a call, with its reason and the trace',
  'hook:pre-tool-use:rewrite': 'a PreToolUse hook can rewrite the input',
  'hook:pre-tool-use:fails-closed': 'a PreToolUse hook that throws, hangs or answers junk never lets a call through',
  'hook:pre-tool-use:on-failure-continue': 'a hook may say that its failure does not matter',
  'hook:post-tool-use:context': 'a PostToolUse hook can tell the model something',
  'hook:post-tool-use:failure-keeps-result': 'a broken PostToolUse hook never costs the result',
  'hook:prompt:block': 'a UserPromptSubmit hook can block a prompt',
  'hook:prompt:fails-closed': 'a broken UserPromptSubmit hook lets no prompt through',
  'hook:prompt:context': 'SessionStart and UserPromptSubmit hooks can add context',
  'hook:stop:block': 'a Stop hook can make the model go on',
  'hook:stop:cap': 'Stop hooks cannot make it go on for ever',
  'hook:session-events': 'the events of a session come in their order, from the start to the end',
  'hook:merge': 'deny wins over allow, every context is kept, matchers choose',
  'hook:continue-false': 'a hook can end the run',

  'subagent:nested': 'subagents nest; hooks see each of them by id and type, messages by the call they belong to',
  'subagent:gate-at-depth': 'a gate that fails holds two levels down as well',
  'subagent:background': 'a subagent can work in the background; the model is told of its end and the last result is the last',
  'subagent:unknown': 'an unknown agent is a clear error for the model',
  'subagent:own-definition': 'a host can define agents with their own prompt, tools and model',

  'command:cost': 'a slash command answers without the model',
  'command:unknown': 'a prompt that begins with a slash and names no command goes to the model',
  'command:prompt': 'a command can stand for a prompt',
  'compact:manual': '/compact replaces the conversation by a summary and says so',
  'compact:auto': 'a conversation near the end of the context window is summarised by itself',
  'compact:overflow': 'a conversation that does not fit is summarised and asked again',
  'compact:hook-block': 'a PreCompact hook can forbid it',
  'compact:resume': 'a summarised session resumes from its summary',

  'mcp:in-process': 'tools of this process are offered and called, with zod shapes and JSON Schema',
  'mcp:stdio': 'a server in a child process works',
  'mcp:failed-server': 'a server that fails says why and the run goes on',
  'mcp:dynamic': 'servers come and go while the session runs',
  // Web and conversation tools
  'web-fetch:answer': 'WebFetch reads a page and the small model answers the question about it',
  'web-fetch:private': 'WebFetch does not reach addresses of the own network unless told to',
  'web-search:api': 'WebSearch searches at the API and returns the links',
  'web-search:endpoint': 'WebSearch uses a search server of the own when one is named',
  'todo:list': 'TodoWrite keeps the list, shows it to the host and finds it again after a resume',
  'ask-user:answered': 'AskUserQuestion goes to the host in every mode and passes its answers on',
  'ask-user:nobody': 'AskUserQuestion is never answered by itself',
  'plan-mode:approved': 'an approved plan ends plan mode, as the person changed it',
  'ask-user:own-answers': 'the model cannot answer its own questions',
  'plan-mode:tools': 'EnterPlanMode and ExitPlanMode change the mode and tell the host',

  // Structured output
  'structured-output:valid': 'an answer that fits the schema is handed over as structured_output',
  'structured-output:repair': 'an answer as text or in a wrapper is repaired without asking again',
  'structured-output:retry': 'an answer that does not fit is sent back with what is wrong until it fits',
  'structured-output:text-only': 'JSON in the final text counts as the answer; text without it is asked again',
  'structured-output:exhausted': 'a model that never gives a valid answer ends in its own kind of error',
  'structured-output:references': 'schemas with references and other roots than objects work',
  'structured-output:invalid-schema': 'a schema that makes no sense is an error at the start that says where',
  'structured-output:limit': 'a limit reached after the answer does not take it away',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;
