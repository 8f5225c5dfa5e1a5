import type { AgentType } from './agent-type.js';
import explore from './explore.md';
import general from './general-purpose.md';
import plan from './plan.md';

const readOnlyTools = ['Glob', 'Grep', 'Read', 'Bash', 'WebFetch', 'WebSearch', 'TodoWrite'];

/** The subagents every session has. */
export const builtinAgents: readonly AgentType[] = [
  { name: 'general-purpose', description: 'any task of several steps', prompt: general.trim(), source: 'builtin' },
  {
    name: 'Explore',
    description: 'finding things in a code base; reads only',
    prompt: explore.trim(),
    source: 'builtin',
    tools: readOnlyTools,
    permissionMode: 'plan',
  },
  {
    name: 'Plan',
    description: 'planning a change; reads only',
    prompt: plan.trim(),
    source: 'builtin',
    tools: readOnlyTools,
    permissionMode: 'plan',
  },
];
