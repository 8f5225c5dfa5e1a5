import { defineControl } from '../define.js';
import { agentDefinition } from '../agent.js';
import { hookRegistration } from '../hook/registration.js';
import { initializeResult } from './initialize-result.js';
import * as z from 'zod';
import { jsonSchema } from '../json-schema.js';
import { shared } from '../schema.js';

/** The first request of a host: its hooks, in-process MCP servers, prompts and agents. Sent again, it replaces them. */
export const initializeRequest = defineControl({
  subtype: 'initialize',
  from: ['host'],
  params: () =>
    z.object({
      hooks: z.record(z.string(), z.array(hookRegistration())).optional(),
      sdkMcpServers: z.array(z.string()).optional(),
      sdkMcpServerManifests: shared.record().optional(),
      jsonSchema: jsonSchema().optional(),
      systemPrompt: z.union([z.string(), z.array(z.string())]).optional(),
      appendSystemPrompt: z.string().optional(),
      agents: z.record(z.string(), agentDefinition()).optional(),
      promptSuggestions: z.boolean().optional(),
      planModeInstructions: z.string().optional(),
      skills: z.union([z.literal('all'), z.array(z.string())]).optional(),
      title: z.string().optional(),
      toolAliases: z.record(z.string(), z.string()).optional(),
    }),
  result: () => initializeResult(),
});
