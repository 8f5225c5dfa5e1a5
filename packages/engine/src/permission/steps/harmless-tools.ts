import { built } from '../verdict.js';
import type { Step } from './step.js';

/** Tools that only touch the state of the session. */
const harmless = new Set([
  'TodoWrite',
  'TaskOutput',
  'TaskStop',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
  'EnterPlanMode',
  'ListMcpResourcesTool',
  'StructuredOutput',
  'ToolSearch',
  'Task',
  'Skill',
  'UnsubscribeMcpResource',
  'UnsubscribePolling',
]);

/** Tools that need no approval. What an agent does is judged call by call. */
export const harmlessTools: Step = {
  name: 'harmlessTools',
  answer: ({ subject }) => (harmless.has(subject.tool) ? built('allow', `${subject.tool} only touches the session itself.`) : undefined),
};
