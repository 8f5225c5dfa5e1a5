/** What Inboard promises, by id. Each promise has a test of the same id, run on every transport. */
export const requirements = {
  'turn:text': 'a prompt gives init, one assistant line and one success result',
  'turn:tool-loop': 'a tool call is run and its result goes back to the model',

  'files:read': 'Read gives text with line numbers, and images, PDFs and notebooks as the model can use them',
  'files:read-refusals': 'Read refuses folders, devices and binary files in words, and says what is past the end',
  'files:write': 'Write creates a file and Edit changes it, with the patch in the result',
  'files:read-first': 'a file that was not read, or changed since, is not written',
  'files:bytes-kept': 'encodings, byte order marks and line endings survive an edit',
  'files:parallel-edits': 'several edits of one file in one reply are all applied',
  'files:resume': 'what was read before a session was resumed may be written after',
  'files:notebook': 'NotebookEdit changes one cell of a notebook',
  'files:search': 'Glob and Grep find files and lines',
  'files:search-arguments': 'nothing the model writes becomes an option of the search program',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;
