// The least an agent can be: fetch, a loop, no options, no checks, nothing kept. What we are measured against.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Block = { type: string; id?: string; text?: string; json?: string };
type Message = { role: string; content: unknown };
interface Event {
  type: string;
  content_block?: Block;
  delta?: { text?: string; partial_json?: string };
}

export interface BareAgent {
  url: string;
  cwd: string;
  messages: Message[];
}

/** One prompt to its answer. `onEvent` sees every event of the stream. */
export async function bareTurn(agent: BareAgent, prompt: string, onEvent: (event: Event) => void = () => undefined): Promise<string> {
  agent.messages.push({ role: 'user', content: [{ type: 'text', text: prompt }] });
  for (;;) {
    const blocks = await bareReply(agent, onEvent);
    agent.messages.push({
      role: 'assistant',
      content: blocks.map(({ json, ...block }) => (json === undefined ? block : { ...block, input: JSON.parse(json) as unknown })),
    });
    const calls = blocks.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return blocks.at(-1)?.text ?? '';
    const content = await Promise.all(
      calls.map(async ({ id, json }) => ({ type: 'tool_result', tool_use_id: id, content: await read(agent.cwd, json ?? '{}') })),
    );
    agent.messages.push({ role: 'user', content });
  }
}

async function read(cwd: string, json: string): Promise<string> {
  const { file_path } = JSON.parse(json) as { file_path: string };
  return readFile(join(cwd, file_path), 'utf8');
}

async function bareReply(agent: BareAgent, onEvent: (event: Event) => void): Promise<Block[]> {
  const body = JSON.stringify({ model: 'bare', max_tokens: 1000, stream: true, messages: agent.messages });
  const response = await fetch(`${agent.url}/v1/messages`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const blocks: Block[] = [];
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)) as Event, blocks, onEvent);
  }
  return blocks;
}

function take(event: Event, blocks: Block[], onEvent: (event: Event) => void): void {
  onEvent(event);
  const last = blocks.at(-1);
  if (event.content_block) blocks.push(event.content_block);
  else if (last && event.delta?.text !== undefined) last.text = (last.text ?? '') + event.delta.text;
  else if (last && event.delta?.partial_json !== undefined) last.json = (last.json ?? '') + event.delta.partial_json;
}
