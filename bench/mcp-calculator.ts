import type { HandlersFor } from '@inboard/wire';
import { McpBridge } from '../packages/sdk/src/host/mcp-bridge.js';
import { createSdkMcpServer } from '../packages/sdk/src/mcp/sdk-mcp-server.js';
import { tool } from '../packages/sdk/src/mcp/tool.js';

const schema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } as const;

/** A host whose one server adds numbers. */
export function hostHandlers(): HandlersFor<'host'> {
  const bridge = new McpBridge(() => undefined);
  const add = tool('add', 'Adds', schema, async ({ a, b }) => ({ content: [{ type: 'text', text: String(Number(a) + Number(b)) }] }));
  bridge.set({ calc: createSdkMcpServer({ name: 'calc', tools: [add] }) });
  return {
    can_use_tool: () => ({ behavior: 'deny', message: 'no' }),
    hook_callback: () => ({}),
    elicitation: () => ({ action: 'decline' }),
    mcp_auth: () => ({}),
    mcp_message: async ({ server_name, message }, { signal }) => ({ mcp_response: await bridge.deliver(server_name, message, signal) }),
  };
}
