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
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;
