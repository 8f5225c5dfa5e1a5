import {
  baseHookInput,
  canonicalToolName,
  check,
  controlCancelRequest,
  controlRequest,
  controlResponse,
  controls,
  errorText,
  findMessage,
  hooks,
  tools,
  type ControlDefinition,
  type HookDefinition,
  type SchemaThunk,
  type Side,
  type ToolDefinition,
} from '@inboard/wire';

/** One line of a recorded connection. */
export interface TrafficLine {
  from: Side;
  message: { type: string; [field: string]: unknown };
}

/** Checks both directions of a connection against the protocol. Gives one text per line that breaks it; what is unknown passes. */
export function checkTraffic(lines: readonly TrafficLine[]): string[] {
  const context = readContext(lines);
  return lines.flatMap((line, index) => {
    try {
      checkLine(line, context);
      return [];
    } catch (error) {
      return [`${line.from} line ${index + 1}: ${errorText(error)}`];
    }
  });
}

type Loose = Record<string, unknown>;

/** What a line may refer to: the request an answer belongs to, the tool a result comes from. */
interface Context {
  requests: Map<string, Loose>;
  toolNames: Map<string, string>;
}

function readContext(lines: readonly TrafficLine[]): Context {
  const context: Context = { requests: new Map(), toolNames: new Map() };
  for (const { from, message } of lines) {
    if (message.type === 'control_request') context.requests.set(`${from} ${String(message.request_id)}`, message.request as Loose);
    for (const block of blocksOf(message)) if (block.type === 'tool_use') context.toolNames.set(String(block.id), String(block.name));
  }
  return context;
}

function checkLine({ from, message }: TrafficLine, context: Context): void {
  if (message.type === 'control_request') return checkRequest(from, message);
  if (message.type === 'control_response') return checkResponse(from, message, context);
  if (message.type === 'control_cancel_request') return void check(controlCancelRequest, message, message.type);
  const definition = findMessage(message);
  if (!definition) return;
  if (definition.from !== 'both' && definition.from !== from) throw new Error(`${definition.type} is not sent by the ${from}`);
  check(definition.fields, message, [message.type, message.subtype].filter(Boolean).join('/'));
  checkToolUse(message, context);
}

function checkRequest(from: Side, message: Loose): void {
  const { request } = check(controlRequest, message, 'control_request');
  const definition = named(controls as Record<string, ControlDefinition>, request.subtype);
  if (!definition) return;
  if (!definition.from.includes(from)) throw new Error(`${request.subtype} is not sent by the ${from}`);
  check(definition.params, request, request.subtype);
  if (request.subtype === 'hook_callback') checkHookInput(request.input as Loose);
  if (request.subtype === 'can_use_tool') checkTool('input', String(request.tool_name), request.input);
}

function checkResponse(from: Side, message: Loose, { requests }: Context): void {
  const { response } = check(controlResponse, message, 'control_response');
  const request = requests.get(`${from === 'host' ? 'engine' : 'host'} ${response.request_id}`);
  if (!request) throw new Error(`an answer to no request: ${response.request_id}`);
  const definition = named(controls as Record<string, ControlDefinition>, request.subtype);
  if (response.subtype === 'error' || !definition) return;
  check(definition.result, response.response ?? {}, `answer to ${definition.subtype}`);
  if (definition.subtype === 'hook_callback') checkHookOutput(request.input as Loose, response.response as Loose);
}

function checkHookInput(input: Loose): void {
  const definition = named(hooks as Record<string, HookDefinition>, input.hook_event_name);
  if (!definition) return;
  check(baseHookInput, input, `${definition.event} input`);
  check(definition.input, input, `${definition.event} input`);
}

function checkHookOutput(input: Loose, output: Loose): void {
  const definition = named(hooks as Record<string, HookDefinition>, input.hook_event_name);
  if (definition && output.hookSpecificOutput !== undefined)
    check(definition.output, output.hookSpecificOutput, `${definition.event} output`);
}

/** The inputs a reply holds and the result a tool gave; a failed call has a text for a result. */
function checkToolUse(message: Loose, { toolNames }: Context): void {
  for (const block of blocksOf(message)) {
    if (block.type === 'tool_result' && typeof message.tool_use_result === 'object') {
      checkTool('output', toolNames.get(String(block.tool_use_id)) ?? '', message.tool_use_result);
    }
  }
}

function checkTool(side: 'input' | 'output', name: string, value: unknown): void {
  const tool = named(tools as Record<string, ToolDefinition>, canonicalToolName(name));
  if (tool) check(tool[side] as SchemaThunk, value, `${name} ${side}`);
}

function blocksOf(message: Loose): Loose[] {
  const content = (message.message as Loose | undefined)?.content;
  return Array.isArray(content) ? (content as Loose[]) : [];
}

function named<T>(table: Record<string, T>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
