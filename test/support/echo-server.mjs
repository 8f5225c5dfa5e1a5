// An MCP server over standard input and output with one tool, `say`. As little as works, so that benchmarks can use it too.
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) take(JSON.parse(line));
});

const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'say', inputSchema: { type: 'object' } }] }),
  'tools/call': ({ arguments: { words } }) => ({ content: [{ type: 'text', text: `heard ${words}` }] }),
};

function take({ id, method, params }) {
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.(params) ?? {} })}\n`);
}
