import type { ApiContentBlockParam, ApiMessageParam, ApiStreamEvent } from '@inboard/wire';
import type { Port } from '../../port/port.js';
import type { Model, ModelRequest, ReplySink } from '../model.js';
import { answerFor } from './answer.js';
import { planSteps } from './plan.js';
import type { Step } from './step.js';

/** The embedded model: rules instead of a network, so that everything works without a key. */
export function createOfflineModel(port: Port): Model {
  return {
    keySource: 'none',
    stream: async (request, sink, signal) => {
      const blocks = nextBlocks(request, port);
      await say({ request, blocks, sink, signal, messageId: `msg_offline_${port.newId()}` });
      return { ok: true, requestId: null };
    },
  };
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

interface Progress {
  steps: Step[];
  /** Results of the calls made since the request, in order. */
  results: { text: string; isError: boolean }[];
}

/** What to say or do next, read from the conversation alone: the model keeps nothing between requests. */
function nextBlocks(request: ModelRequest, port: Port): Block[] {
  const { steps, results } = readProgress(request.messages);
  const calls = steps.filter((step) => step.kind === 'call').slice(0, results.length);
  const last = calls.at(-1);
  const result = results.at(-1);
  const said = last && result ? [answerFor(last, result, workingFolder(request))] : [];
  for (const step of steps.slice(last ? steps.indexOf(last) + 1 : 0)) {
    if (result?.isError) return [text([...said, 'I stop here.'])];
    if (step.kind === 'say') said.push(step.text);
    else if (request.tools.every((tool) => tool.name !== step.tool))
      return [text([...said, `I would use ${step.tool} now, but this session does not have it.`])];
    else
      return [
        text([...said, step.intro]),
        { type: 'tool_use', id: `toolu_${port.newId().replaceAll('-', '').slice(0, 24)}`, name: step.tool, input: step.input },
      ];
  }
  return [text(said)];
}

/** Where the session works, as its prompt says; names of files are shown from there. */
function workingFolder(request: ModelRequest): string {
  return /^Working directory: (.+)$/m.exec(request.system.join('\n'))?.[1] ?? '';
}

const text = (parts: string[]): Block => ({ type: 'text', text: parts.filter((part) => part !== '').join('\n\n') || 'Done.' });

function readProgress(messages: readonly ApiMessageParam[]): Progress {
  const asked = messages.findLastIndex((message) => message.role === 'user' && textOf(message) !== '');
  const after = messages.slice(asked + 1).flatMap((message) => (message.role === 'user' ? blocksOf(message) : []));
  return {
    steps: planSteps(asked === -1 ? '' : textOf(messages[asked]!)),
    results: after.flatMap((block) =>
      block.type === 'tool_result' ? [{ text: resultText(block.content), isError: block.is_error ?? false }] : [],
    ),
  };
}

function blocksOf(message: ApiMessageParam): ApiContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

function textOf(message: ApiMessageParam): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' && !block.text.startsWith('<') ? [block.text] : []))
    .join(' ')
    .trim();
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: unknown }[]).map((block) => (typeof block.text === 'string' ? block.text : '')).join('\n');
}

interface Speech {
  request: ModelRequest;
  blocks: readonly Block[];
  sink: ReplySink;
  signal: AbortSignal;
  messageId: string;
}

/** Streams blocks the way the API does: word by word. */
async function say({ request, blocks, sink, signal, messageId }: Speech): Promise<void> {
  const usage = {
    input_tokens: tokens(JSON.stringify(request.messages) + request.system.join('')),
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: messageId,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const send = async (event: Record<string, unknown>) => {
    if (!signal.aborted) await sink.event(event as unknown as ApiStreamEvent); // built to the API's shape
  };
  await send({ type: 'message_start', message });
  for (const [index, block] of blocks.entries()) {
    const start = block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
    await send({ type: 'content_block_start', index, content_block: start });
    for (const delta of deltasOf(block)) await send({ type: 'content_block_delta', index, delta });
    await send({ type: 'content_block_stop', index });
  }
  const stop_reason = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  await send({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: tokens(JSON.stringify(blocks)) },
  });
  await send({ type: 'message_stop' });
}

function deltasOf(block: Block): Record<string, unknown>[] {
  if (block.type === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  return (block.text.match(/\S+\s*|\s+/g) ?? []).map((piece) => ({ type: 'text_delta', text: piece }));
}

/** A rough count, by bytes. */
function tokens(source: string): number {
  return Math.ceil(Buffer.byteLength(source) / 4);
}
