/** What Inboard promises, by id. Each promise has a test of the same id, run on every transport. */
export const requirements = {
  'turn:text': 'a prompt gives init, one assistant line and one success result',
  'turn:tool-loop': 'a tool call is run and its result goes back to the model',

  // The host side: the stream, steering, sessions, endings.
  'stream:init-per-turn': 'every turn begins with an init message that says the same',
  'stream:line-per-block': 'each content block is an assistant line of its own, with the id of its reply',
  'stream:partial-order': 'raw events come in the order of the API, the assistant line before the end of its block',
  'stream:multi-turn': 'prompts of a stream get a turn each, in one conversation',
  'stream:queued-prompt': 'a prompt sent while a turn runs reaches the model at the next tool boundary',
  'stream:parallel-calls': 'calls of one reply run side by side and their results come in the order of the calls',
  'steer:interrupt-stream': 'an interrupt ends a streaming reply within a second, in one result, and the session goes on',
  'steer:interrupt-tool': 'an interrupt ends running tools within a second, each with a result, and the session goes on',
  'steer:interrupt-idle': 'an interrupt between turns changes nothing',
  'steer:model': 'the model can be changed between turns and back to the configured one',
  'steer:model-mid-turn': 'a change of the model counts from the next request on, also within a turn',
  'steer:thinking': 'the thinking budget can be set, turned off and reset',
  'steer:permission-mode': 'the permission mode can be changed and the host is told',
  'steer:permission-mode-refused': 'a mode that is unknown or was not confirmed is refused by name',
  'limit:max-turns': 'the turn ends when its model requests are used up',
  'limit:max-turns-per-prompt': 'each prompt has its own count of model requests',
  'limit:max-budget': 'the session ends when its budget is spent',
  'limit:sums': 'usage is per turn, cost and use by model are per session, and all add up',
  'limit:result-fields': 'every result is complete',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;
