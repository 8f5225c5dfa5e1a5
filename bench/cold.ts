// One measurement in a fresh process: how long the import takes, and how long until the first message.
const started = performance.now();
const { query } = await import('inboard');
const imported = performance.now() - started;
const agent = query({ prompt: 'hi', options: { model: 'offline', persistSession: false, settingSources: [] } });
await agent.next();
process.stdout.write(JSON.stringify({ imported, firstMessage: performance.now() - started }));
await agent.return();
