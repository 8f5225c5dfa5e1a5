/** What Inboard promises, by id. Each promise has a test of the same id, run on every transport. */
export const requirements = {
  'turn:text': 'a prompt gives init, one assistant line and one success result',
  'turn:tool-loop': 'a tool call is run and its result goes back to the model',

  // Web and conversation tools
  'web-fetch:answer': 'WebFetch reads a page and the small model answers the question about it',
  'web-fetch:private': 'WebFetch does not reach addresses of the own network unless told to',
  'web-search:api': 'WebSearch searches at the API and returns the links',
  'web-search:endpoint': 'WebSearch uses a search server of the own when one is named',
  'todo:list': 'TodoWrite keeps the list, shows it to the host and finds it again after a resume',
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
