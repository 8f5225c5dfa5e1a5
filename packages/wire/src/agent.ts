import { lazy } from './lazy.js';
import { effortLevels } from './effort.js';
import { mcpServerConfig } from './mcp.js';
import { permissionMode } from './permission/mode.js';
import * as z from 'zod';

/** Where an agent keeps notes from run to run: for you, for the project, or for you in the project. */
export const agentMemories = ['user', 'project', 'local'] as const;

/** A subagent given by the host. `model` is an alias, a full id or `inherit`. */
export const agentDefinition = lazy(() =>
  z.object({
    description: z.string(),
    prompt: z.string(),
    tools: z.array(z.string()).optional(),
    disallowedTools: z.array(z.string()).optional(),
    model: z.string().optional(),
    mcpServers: z.array(z.union([z.string(), z.record(z.string(), mcpServerConfig())])).optional(),
    criticalSystemReminder_EXPERIMENTAL: z.string().optional(),
    skills: z.array(z.string()).optional(),
    maxTurns: z.number().int().positive().optional(),
    permissionMode: permissionMode().optional(),
    background: z.boolean().optional(),
    effort: z.enum(effortLevels).optional(),
    initialPrompt: z.string().optional(),
    memory: z.enum(agentMemories).optional(),
    isolation: z.enum(['worktree']).optional(),
  }),
);
export type AgentDefinition = z.infer<ReturnType<typeof agentDefinition>>;
