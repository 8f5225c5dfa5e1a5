// The client under test: an engine with a scripted model that calls every tool of the server it is given.
import { auth } from '@modelcontextprotocol/client';
import { ScriptedModel, reply, text, toolUse } from '../packages/testing/dist/index.js';
import { query } from '../packages/sdk/dist/index.js';
import { providerFor } from './provider.js';

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const authProvider = scenario.startsWith('auth/') ? providerFor(scenario, context) : undefined;
/** How often a person is willing to log in. */
const logins = 2;

/** Something for each field the schema asks for. */
function sample({ properties = {} }) {
  const values = { number: 2, integer: 2, string: 'text', boolean: true, array: [], object: {} };
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, values[type] ?? 'text']));
}

const model = await ScriptedModel.start([], ({ body }) => {
  const called = Array.isArray(body.messages.at(-1).content) && body.messages.at(-1).content.some(({ type }) => type === 'tool_result');
  const calls = body.tools
    .filter(({ name }) => name.startsWith('mcp__'))
    .map(({ name, input_schema }) => toolUse(name, sample(input_schema)));
  return called || calls.length === 0 ? reply(text('done')) : reply(...calls);
});

let next;
async function* prompts() {
  do {
    yield { type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: 'Call every tool.' } };
  } while (await new Promise((resolve) => (next = resolve)));
}

/** Logs in when a server wants that; says whether there is something to try again. */
async function logIn(run) {
  const [server] = await run.mcpServerStatus();
  console.log(JSON.stringify({ status: server.status, error: server.error }));
  const { answer } = authProvider ?? {};
  if (server.status !== 'needs-auth' || answer === undefined) return false;
  authProvider.answer = undefined;
  await auth(authProvider, { serverUrl: url, ...answer });
  await run.reconnectMcpServer('under_test').catch(() => undefined); // its state says what came of it
  return true;
}

const run = query({
  prompt: prompts(),
  options: {
    env: { PATH: process.env.PATH, ...model.env },
    persistSession: false,
    settingSources: [],
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    mcpServers: { under_test: { type: 'http', url, alwaysLoad: true, ...(authProvider && { authProvider }) } },
    onElicitation: async () => ({ action: 'accept', content: {} }),
  },
});
let tries = 0;
for await (const message of run) if (message.type === 'result') next((tries += 1) <= logins && (await logIn(run)));
await model.close();
