// An MCP server over standard input and output that misbehaves in the way its first argument names.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [fault = '', log] = process.argv.slice(2);
const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (words) => ({ content: [{ type: 'text', text: String(words) }] });
const note = (line) => log && appendFileSync(log, `${line}\n`);
const object = { type: 'object' };

note(`started ${process.pid}`);
if (fault === 'exit-at-start') {
  process.stderr.write('no luck today\n');
  process.exit(3);
}
if (fault === 'stubborn') for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
if (fault === 'stubborn') setInterval(() => undefined, 1000);

/** Bytes of a message that is never held in memory as a whole. */
async function writeLong(head, bytes, tail) {
  const piece = 'x'.repeat(1 << 20);
  write(head);
  for (let left = bytes; left > 0; left -= piece.length)
    if (!write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  write(`${tail}\n`);
}

const waiting = new Map();
const tools = {
  say: (id, { words }) => send({ id, result: text(`heard ${words}`) }),
  pid: (id) => send({ id, result: text(process.pid) }),
  env: (id) => send({ id, result: text(JSON.stringify(process.env)) }),
  crash: () => {
    process.stderr.write('it hurts\n');
    process.exit(7);
  },
  hang: (id) => {
    waiting.set(id, true);
    note('hanging');
  },
  slow: async (id, _args, token) => {
    for (let progress = 1; progress <= 5; progress += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      send({ method: 'notifications/progress', params: { progressToken: token, progress } });
    }
    send({ id, result: text('slow and steady') });
  },
  huge: (id, { bytes }) => writeLong(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`, bytes, '"}]}}'),
  hugeIdLast: (id, { bytes }) => writeLong('{"result":{"content":[{"type":"text","text":"', bytes, `"}]},"jsonrpc":"2.0","id":${id}}`),
  flood: async (id, { bytes }) => {
    await writeLong('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"', bytes, '"}}');
    send({ id, result: text('dry again') });
  },
  noise: (id) => {
    write('npm warn deprecated\n{"half": \n[1,2]\n"text"\nnull\n{}\n\n');
    send({ id: 987654, result: {} });
    send({ id: 'nobody', error: { code: 1, message: 'x' } });
    send({ method: 'notifications/nobody-knows' });
    send({ id, result: text('once') });
    send({ id, result: text('twice') });
  },
  spam: (id) => {
    for (let count = 0; count < 5000; count += 1) send({ method: 'notifications/tools/list_changed' });
    send({ id, result: text('spam') });
  },
  lists: (id) => send({ id, result: text(lists) }),
  junk: (id, { result }) => send({ id, result }),
  error: (id) => send({ id, error: { code: -32050, message: 'refused by the server' } }),
  grow: (id) => {
    extra.push({ name: 'grown', inputSchema: object });
    send({ method: 'notifications/tools/list_changed' });
    send({ id, result: text('grew') });
  },
};
const extra = [];
let lists = 0;

function listed() {
  if (fault === 'many-tools') return Array.from({ length: 50_000 }, (_, index) => ({ name: `tool${index}`, inputSchema: object }));
  if (fault === 'big-schemas') {
    const schema = (size) => ({ type: 'object', description: 'x'.repeat(size) });
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `tool${index}`, inputSchema: schema(90_000) }));
    return [{ name: 'big', inputSchema: schema(200_000) }, { name: 'n'.repeat(2000), inputSchema: object }, ...many];
  }
  if (fault === 'bad-schemas') {
    return [
      {
        name: 'loop',
        inputSchema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/a' } },
          $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
        },
      },
      { name: 'text', inputSchema: 'not a schema' },
      { name: 'list', inputSchema: { type: 'array' } },
      { name: 'lost', inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } } },
      { inputSchema: object },
      { name: 'Bash', inputSchema: object },
      { name: 'say.it', inputSchema: object },
      { name: 'say it', inputSchema: object },
      { name: 'say', inputSchema: { type: 'object', properties: { words: { type: 'string' } } } },
    ];
  }
  return [...Object.keys(tools).map((name) => ({ name, inputSchema: object })), ...extra];
}

const methods = {
  initialize: (id, { protocolVersion }) => {
    if (fault === 'hang-initialize') return;
    send({
      id,
      result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'faulty', version: '1.0.0' } },
    });
    if (fault === 'exit-after-initialize') setImmediate(() => process.exit(4));
  },
  'tools/list': (id) => {
    lists += 1;
    if (fault !== 'hang-list') send({ id, result: { tools: listed() } });
  },
  'tools/call': (id, { name, arguments: args, _meta }) => tools[name === 'grown' ? 'say' : name]?.(id, args ?? {}, _meta?.progressToken),
  'notifications/cancelled': (_id, { requestId }) => {
    note(`cancelled ${waiting.has(requestId)}`);
    send({ id: requestId, result: text('too late') });
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  methods[method]?.(id, params ?? {});
});
