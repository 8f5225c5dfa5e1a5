import type { AnsweredBy, ControlParams, ControlResult, HandlersFor, SentBy } from './index.js';
import type { Peer } from '../peer.js';

declare const handlers: HandlersFor<'host'>;
const { can_use_tool, hook_callback, mcp_message, elicitation, mcp_auth } = handlers;

({ can_use_tool, hook_callback, mcp_message, elicitation, mcp_auth }) satisfies HandlersFor<'host'>;

// @ts-expect-error a host that does not answer can_use_tool does not compile
({ hook_callback, mcp_message, elicitation, mcp_auth }) satisfies HandlersFor<'host'>;

// @ts-expect-error an answer of the wrong shape does not compile
({ can_use_tool: () => ({ behavior: 'maybe' }), hook_callback, mcp_message, elicitation, mcp_auth }) satisfies HandlersFor<'host'>;

'can_use_tool' satisfies AnsweredBy<'host'>;
'initialize' satisfies SentBy<'host'>;
'mcp_message' satisfies SentBy<'host'> & SentBy<'engine'>;
// @ts-expect-error an engine does not initialize its host
'initialize' satisfies SentBy<'engine'>;

({ mode: 'plan' }) satisfies ControlParams<'set_permission_mode'>;
({ behavior: 'deny', message: 'no' }) satisfies ControlResult<'can_use_tool'>;
// @ts-expect-error a denial says why
({ behavior: 'deny' }) satisfies ControlResult<'can_use_tool'>;

declare const peer: Peer<'host'>;
void peer.request('rewind_files', { user_message_id: 'u' }).then((result) => result.canRewind satisfies boolean);
// @ts-expect-error a host cannot ask itself
void peer.request('can_use_tool', { tool_name: 'X', input: {}, tool_use_id: 't' });
