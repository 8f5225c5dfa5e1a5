/** A content block of a scripted reply. */
export type ScriptedBlock = { type: string; [field: string]: unknown };

let nextCall = 0;

/** A block of text; several pieces are streamed as several deltas. */
export function text(...pieces: string[]): ScriptedBlock {
  return { type: 'text', text: pieces.join(''), pieces };
}

/** A call of a tool. */
export function toolUse(name: string, input: unknown, id = `toolu_${String((nextCall += 1)).padStart(6, '0')}`): ScriptedBlock {
  return { type: 'tool_use', id, name, input };
}

/** Thinking with its signature. */
export function thinking(thought: string, signature = 'signed'): ScriptedBlock {
  return { type: 'thinking', thinking: thought, signature };
}
