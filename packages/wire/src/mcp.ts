import { lazy } from './lazy.js';
import * as z from 'zod';
import { shared } from './schema.js';

const common = () => ({ timeout: z.number().optional(), alwaysLoad: z.boolean().optional() });

const atUrl = () => ({
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  /** A program that prints more headers as a JSON object, run for each connection. */
  headersHelper: z.string().optional(),
  /** How to log in, where the server leaves that open. */
  oauth: z
    .object({
      clientId: z.string().optional(),
      callbackPort: z.number().int().min(0).max(65_535).optional(),
      scopes: z.string().optional(),
    })
    .optional(),
  /** The host has a provider that says who is asking. */
  hostAuth: z.boolean().optional(),
  ...common(),
});

/** An MCP server as an engine is told of it: a child, a URL, or a name whose server lives in the host. */
export const mcpServerConfig = lazy(() =>
  z.union([
    z.object({ type: z.literal('sse'), ...atUrl() }),
    z.object({ type: z.literal('http'), ...atUrl() }),
    z.object({ type: z.literal('sdk'), name: z.string(), ...common() }),
    z.object({
      type: z.literal('stdio').optional(),
      command: z.string(),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      ...common(),
    }),
  ]),
);
export type McpServerConfigForProcessTransport = z.infer<ReturnType<typeof mcpServerConfig>>;

/** A server at a URL. */
export type McpRemoteServerConfig = Extract<McpServerConfigForProcessTransport, { type: 'http' | 'sse' }>;

export const mcpServerStates = ['connected', 'failed', 'needs-auth', 'pending', 'disabled'] as const;

/** The state of one MCP server. */
export const mcpServerStatus = lazy(() =>
  z.object({
    name: z.string(),
    status: z.enum(mcpServerStates),
    serverInfo: z.object({ name: z.string(), version: z.string() }).optional(),
    error: z.string().optional(),
    /** What of a connected server cannot be used, and why. */
    warnings: z.array(z.string()).optional(),
    config: z.unknown().optional(),
    scope: z.string().optional(),
    tools: z
      .array(
        z.object({
          name: z.string(),
          description: z.string().optional(),
          annotations: z
            .object({ readOnly: z.boolean().optional(), destructive: z.boolean().optional(), openWorld: z.boolean().optional() })
            .optional(),
        }),
      )
      .optional(),
  }),
);
export type McpServerStatus = z.infer<ReturnType<typeof mcpServerStatus>>;

/** What a change of servers did. */
export const mcpSetServersResult = lazy(() =>
  z.object({ added: z.array(z.string()), removed: z.array(z.string()), errors: z.record(z.string(), z.string()) }),
);
export type McpSetServersResult = z.infer<ReturnType<typeof mcpSetServersResult>>;

/** A JSON-RPC message, passed through as it is. */
export const jsonRpcMessage = lazy(() => shared.record());
export type JsonRpcMessage = Record<string, unknown>;
