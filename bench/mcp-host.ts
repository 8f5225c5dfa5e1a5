// A host in a process of its own with one MCP server inside.
import { Peer } from '@inboard/wire';
import { stdioTransport } from '@inboard/wire/stdio';
import { hostHandlers } from './mcp-calculator.js';

await new Peer<'host'>({ transport: stdioTransport(), handlers: hostHandlers(), onMessage: () => undefined }).run();
