import { errorText, type McpSdkServerConfigWithInstance, type McpServerInstance } from '@inboard/wire';
import { shapeToJsonSchema, type AnyShape } from './json-schema.js';
import type { CallToolResult, JsonObjectSchema, SdkMcpToolDefinition } from './tool.js';

export interface CreateSdkMcpServerOptions {
  name: string;
  version?: string;
  tools?: SdkMcpToolDefinition[];
  instructions?: string;
  /** Milliseconds a call may take. */
  timeout?: number;
}

/** Makes an MCP server of functions in this process; give it to `mcpServers`. */
export function createSdkMcpServer(options: CreateSdkMcpServerOptions): McpSdkServerConfigWithInstance {
  return {
    type: 'sdk',
    name: options.name,
    instance: new SdkMcpServer(options),
    ...(options.timeout !== undefined && { timeout: options.timeout }),
  };
}

interface Rpc {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

/** What the server is connected to. */
interface ServerTransport {
  start?(): Promise<void>;
  send(message: Record<string, unknown>): Promise<void>;
  onmessage?: ((message: Rpc) => void) | undefined;
}

/** A small MCP server with tools and nothing else. It keeps no state, so that several sessions can share it. */
class SdkMcpServer implements McpServerInstance {
  readonly #options: CreateSdkMcpServerOptions;

  constructor(options: CreateSdkMcpServerOptions) {
    this.#options = options;
  }

  async connect(transport: never): Promise<void> {
    const connected = transport as ServerTransport; // ours: see host/mcp-bridge
    const running = new Map<string | number, AbortController>();
    connected.onmessage = (message) => void this.#answer(message, connected, running);
    await connected.start?.();
  }

  async close(): Promise<void> {}

  async #answer(message: Rpc, transport: ServerTransport, running: Map<string | number, AbortController>): Promise<void> {
    if (message.method === 'notifications/cancelled') running.get(message.params?.requestId as string)?.abort();
    if (message.id === undefined || message.method === undefined) return;
    const { id } = message;
    const controller = new AbortController();
    running.set(id, controller);
    const reply = await this.#handle(message.method, message.params ?? {}, controller.signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: { code: error instanceof UnknownMethod ? -32601 : -32602, message: errorText(error) } }),
    );
    running.delete(id);
    await transport.send({ jsonrpc: '2.0', id, ...reply });
  }

  async #handle(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: this.#options.name, version: this.#options.version ?? '1.0.0' },
          ...(this.#options.instructions !== undefined && { instructions: this.#options.instructions }),
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: (this.#options.tools ?? []).map(listTool) };
      case 'tools/call':
        return this.#call(String(params.name), (params.arguments ?? {}) as Record<string, unknown>, { signal, _meta: params._meta });
      default:
        throw new UnknownMethod(`Method not found: ${method}`);
    }
  }

  async #call(name: string, args: Record<string, unknown>, extra: unknown): Promise<CallToolResult> {
    const tool = this.#options.tools?.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool "${name}" on the server "${this.#options.name}".`);
    const checked = isJsonSchema(tool.inputSchema) ? { data: args } : await parseShape(tool.inputSchema, args);
    if ('problem' in checked)
      return { content: [{ type: 'text', text: `The input of ${name} is not valid: ${checked.problem}` }], isError: true };
    try {
      return await tool.handler(checked.data as never, extra); // checked by the tool's own schema
    } catch (error) {
      return { content: [{ type: 'text', text: `${name} failed: ${errorText(error)}` }], isError: true };
    }
  }
}

class UnknownMethod extends Error {}

function isJsonSchema(schema: AnyShape | JsonObjectSchema): schema is JsonObjectSchema {
  return schema.type === 'object';
}

function listTool({ name, description, inputSchema, annotations }: SdkMcpToolDefinition): Record<string, unknown> {
  return {
    name,
    description,
    inputSchema: isJsonSchema(inputSchema) ? inputSchema : shapeToJsonSchema(inputSchema),
    ...(annotations && { annotations }),
  };
}

/** Checks each field by its own schema, whichever zod it is from. */
async function parseShape(
  shape: AnyShape,
  args: Record<string, unknown>,
): Promise<{ data: Record<string, unknown> } | { problem: string }> {
  const data: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = await schema.safeParseAsync(args[name]);
    if (!parsed.success)
      problems.push(...(parsed.error?.issues ?? []).map((issue) => `${[name, ...issue.path.map(String)].join('.')}: ${issue.message}`));
    else if (parsed.data !== undefined) data[name] = parsed.data;
  }
  return problems.length > 0 ? { problem: problems.join('; ') } : { data };
}
