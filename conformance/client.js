// The client under test: an engine with a scripted model that calls every tool of the server it is given.
import { ScriptedModel, reply, text, toolUse } from '../packages/testing/dist/index.js';
import { query } from '../packages/sdk/dist/index.js';

const url = process.argv.at(-1);

/** Something for each field the schema asks for. */
function sample({ properties = {} }) {
  const values = { number: 2, integer: 2, string: 'text', boolean: true, array: [], object: {} };
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, values[type] ?? 'text']));
}

const model = await ScriptedModel.start([], ({ body }) => {
  const called = body.messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result'));
  const calls = body.tools
    .filter(({ name }) => name.startsWith('mcp__'))
    .map(({ name, input_schema }) => toolUse(name, sample(input_schema)));
  return called || calls.length === 0 ? reply(text('done')) : reply(...calls);
});
const options = {
  env: { PATH: process.env.PATH, ...model.env },
  persistSession: false,
  settingSources: [],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  mcpServers: { under_test: { type: 'http', url, alwaysLoad: true } },
  onElicitation: async () => ({ action: 'accept', content: {} }),
};
const run = query({ prompt: 'Call every tool.', options });
for await (const message of run) {
  if (message.type === 'system' && message.subtype === 'init') console.log(JSON.stringify(message.mcp_servers));
}
await model.close();
