import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksIn, resultsOf, textsOf, toolResultsOf } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { noticesIn } from './model-failure.js';

verifies('model:offline', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  const { ANTHROPIC_API_KEY: _, ANTHROPIC_BASE_URL: __, ...env } = agent.options.env ?? {};
  await writeFile(join(agent.cwd, 'package.json'), '{"name": "thing", "version": "1.2.3"}\n');
  await writeFile(join(agent.cwd, 'README.md'), '# Thing\n\nDoes things.\n');

  const asked = await agent.ask('what files are here? then what does package.json say about the version?', { env });
  expect(noticesIn(asked)).toEqual([expect.stringContaining('offline model')]);
  expect(blocksIn(asked, 'assistant', 'tool_use').map((block) => block.name)).toEqual(['Glob', 'Read']);
  expect(toolResultsOf(asked)).toHaveLength(2);
  expect(textsOf(asked).join('\n')).toContain('Found 2 files:');
  expect(asked.filter((message) => message.type === 'stream_event').length).toBeGreaterThan(20);
  expect(resultsOf(asked)).toMatchObject([
    {
      subtype: 'success',
      result: 'The version is "1.2.3".',
      total_cost_usd: 0,
      modelUsage: { offline: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), costUSD: 0 } },
    },
  ]);
  expect(resultsOf(asked)[0]!.modelUsage).not.toHaveProperty('offline.costBasis');
  expect((resultsOf(asked)[0]!.usage as { output_tokens: number }).output_tokens).toBeGreaterThan(10);

  const lines = await agent.ask('how many lines does README.md have?', { env });
  expect(resultsOf(lines)).toMatchObject([{ result: 'README.md has 3 lines.' }]);
  const missing = await agent.ask('show me nothing.txt then list the files', { env });
  expect(resultsOf(missing)).toMatchObject([
    { subtype: 'success', result: expect.stringMatching(/did not work \(Read\).*nothing\.txt[^]*I stop here/) },
  ]);
  const without = await agent.ask('run npm test', { env, tools: ['Read'] });
  expect(resultsOf(without)).toMatchObject([{ result: 'I would use Bash now, but this session does not have it.' }]);
  const named = await agent.ask('hello', { model: 'offline' });
  expect(resultsOf(named)).toMatchObject([{ result: expect.stringContaining('I am the offline model') }]);
  const keyless = await agent.ask('hello', { env, model: 'opus' });
  expect(resultsOf(keyless)).toMatchObject([
    { subtype: 'error_during_execution', errors: [expect.stringContaining('No API key for the model "claude-opus-5-5"')] },
  ]);
  expect(agent.model.requests).toEqual([]);
});
