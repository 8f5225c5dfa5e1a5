// A host in a process of its own that answers every hook with nothing.
import { Peer } from '@inboard/wire';
import { stdioTransport } from '@inboard/wire/stdio';

const peer = new Peer<'host'>({
  transport: stdioTransport(),
  handlers: {
    can_use_tool: () => ({ behavior: 'deny', message: 'no' }),
    hook_callback: () => ({}),
    mcp_message: () => ({}),
    elicitation: () => ({ action: 'decline' }),
    mcp_auth: () => ({}),
  },
  onMessage: () => undefined,
});
await peer.run();
