import type { HandlersFor } from '@inboard/wire';

/** Without a person, every question is answered with no. */
export const nobodyToAsk: HandlersFor<'host'> = {
  can_use_tool: () => ({ behavior: 'deny', message: 'Nobody can be asked in print mode. Allow the call with --allowedTools.' }),
  hook_callback: () => ({}),
  mcp_message: () => ({}),
  elicitation: () => ({ action: 'decline' }),
  mcp_auth: () => ({}),
};
