/** A line of a transcript, as far as it is looked at. */
interface Line {
  type?: unknown;
  uuid?: unknown;
  parentUuid?: unknown;
  supersedes?: unknown;
  message?: { content?: unknown };
}

interface Block {
  type?: unknown;
  id?: unknown;
  tool_use_id?: unknown;
}

/**
 * What is wrong with a transcript, in words; empty when nothing is. Every call has exactly one result after it
 * (calls of the very last reply may still be running), ids are there once, and parents come before their children.
 */
export function checkTranscript(text: string): string[] {
  const records = text.split('\n').flatMap(parse);
  return [...checkTree(records), ...checkCalls(records)];
}

function parse(line: string): Line[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Line];
  } catch {
    return []; // a line that a crash cut off stays where it is
  }
}

function checkTree(records: readonly Line[]): string[] {
  const seen = new Set<unknown>();
  return records.flatMap(({ uuid, parentUuid }, index) => {
    if (uuid === undefined) return [];
    const problems: string[] = [];
    if (seen.has(uuid)) problems.push(`the id ${JSON.stringify(uuid)} is there twice`);
    if (parentUuid !== undefined && parentUuid !== null && !seen.has(parentUuid))
      problems.push(`record ${index + 1} has a parent that is not before it`);
    seen.add(uuid);
    return problems;
  });
}

function checkCalls(all: readonly Line[]): string[] {
  const problems: string[] = [];
  const open = new Map<unknown, number>();
  const takenBack = new Set(all.flatMap(({ supersedes }) => (Array.isArray(supersedes) ? supersedes : [])));
  const records = all.filter(({ uuid }) => uuid === undefined || !takenBack.has(uuid));
  records.forEach((record, index) => {
    for (const block of blocksOf(record)) {
      if (record.type === 'assistant' && block.type === 'tool_use') open.set(block.id, index);
      if (record.type === 'user' && block.type === 'tool_result' && !open.delete(block.tool_use_id))
        problems.push(`a result for ${String(block.tool_use_id)} has no call of its own before it`);
    }
  });
  const lastUser = records.findLastIndex(
    ({ type, message }) => type === 'user' && blocksOf({ message }).every((block) => block.type !== 'tool_result'),
  );
  for (const [id, index] of open) if (index < lastUser) problems.push(`the call ${String(id)} has no result`);
  return problems;
}

function blocksOf({ message }: Line): Block[] {
  return Array.isArray(message?.content) ? (message.content as Block[]) : [];
}
