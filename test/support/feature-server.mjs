// An MCP server over standard input and output with resources, prompts and questions of its own.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const asked = new Map();
let nextId = 1000;
const ask = (method, params) =>
  new Promise((resolve) => {
    asked.set((nextId += 1), resolve);
    send({ id: nextId, method, params });
  });
const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const schema = { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] };

const calls = {
  ask: async () => text((await ask('elicitation/create', { message: 'Which color?', requestedSchema: schema })).result),
  open: async () =>
    text(
      (await ask('elicitation/create', { mode: 'url', message: 'Please sign in', url: 'https://example.com/login', elicitationId: 'e1' }))
        .result,
    ),
  danger: async () =>
    text((await ask('elicitation/create', { mode: 'url', message: 'Please', url: 'file:///etc/passwd', elicitationId: 'e2' })).result),
  lure: async () =>
    text(
      (await ask('elicitation/create', { mode: 'url', message: 'Please', url: 'https://bank.example@evil.example/', elicitationId: 'e3' }))
        .result,
    ),
  pester: async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ask('elicitation/create', { message: 'Which color?', requestedSchema: schema })),
    );
    return text(all.filter(({ result }) => result.action === 'cancel').length);
  },
  images: () => ({
    content: [
      { type: 'image', mimeType: 'image/png', data: Buffer.from('no image at all').toString('base64') },
      { type: 'image', mimeType: 'image/png', data: '!!! not base64 !!!' },
      ...Array.from({ length: 25 }, () => ({ type: 'image', mimeType: 'image/jpeg', data: pixel })),
      ...Array.from({ length: 500 }, (_, index) => ({ type: 'text', text: `part ${index}` })),
    ],
  }),
  roots: async () => text((await ask('roots/list')).result),
  mixed: () => ({
    content: [
      { type: 'text', text: 'see' },
      { type: 'image', mimeType: 'image/png', data: pixel },
      { type: 'image', mimeType: 'image/tiff', data: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'memo://1', text: 'inside' } },
      { type: 'resource', resource: { uri: 'memo://2', blob: 'AAAA', mimeType: 'application/zip' } },
      { type: 'resource_link', uri: 'memo://3', name: 'link' },
    ],
  }),
  structured: () => ({ content: [], structuredContent: { degrees: 21 } }),
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
    serverInfo: { name: 'feature', version: '1' },
  }),
  'tools/list': () => ({ tools: Object.keys(calls).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
  'tools/call': ({ name }) => calls[name](),
  'resources/list': ({ cursor }) =>
    cursor
      ? { resources: [{ uri: 'memo://b', name: 'second', mimeType: 'application/octet-stream' }] }
      : { resources: [{ uri: 'memo://a', name: 'first', description: 'a note' }], nextCursor: 'more' },
  'resources/read': ({ uri }) => ({
    contents: [uri === 'memo://b' ? { uri, blob: 'AQID', mimeType: 'application/octet-stream' } : { uri, text: 'the first note' }],
  }),
  'prompts/list': () => ({
    prompts: [{ name: 'greet', description: 'Greets somebody', arguments: [{ name: 'who', required: true }, { name: 'how' }] }],
  }),
  'prompts/get': ({ arguments: { who, how } }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Greet ${who} ${how ?? 'warmly'}.` } },
      { role: 'user', content: { type: 'image', data: pixel, mimeType: 'image/png' } },
    ],
  }),
};

async function take(line) {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) asked.get(id)?.(answer);
  else if (id !== undefined) send({ id, result: await methods[method](params ?? {}) });
}

createInterface({ input: process.stdin }).on('line', (line) => void take(line));
