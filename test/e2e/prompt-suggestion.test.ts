import { kindsOf, reply, silence, status, text } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { isResult, reached, readRest, readUntil, Talk } from '../talk.js';

verifies('suggestion:offered', async ({ open }) => {
  const agent = await open({ promptSuggestions: true });
  agent.model.says(reply(text('I found the bug.')), reply(text('fix the bug\nbecause it is there')));
  const messages = await agent.ask('look for bugs');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'result/success', 'prompt_suggestion']);
  expect(messages.at(-1)).toMatchObject({ suggestion: 'fix the bug', session_id: messages[0]!.session_id });
  const { messages: asked, model } = agent.model.requests[1]!.body;
  expect(JSON.stringify(asked)).toMatch(/look for bugs.*I found the bug\./);
  expect(model).toMatch(/haiku/);
});

verifies('suggestion:none', async ({ open }) => {
  const agent = await open({ promptSuggestions: true });
  agent.model.says(reply(text('Done.')), reply(text('NONE')), reply(text('Done.')), status(400));
  for (const prompt of ['one', 'two']) expect(kindsOf(await agent.ask(prompt))).toEqual(['system/init', 'assistant', 'result/success']);
  agent.model.says(reply(text('Done.')));
  await agent.ask('three', { promptSuggestions: false });
  expect(agent.model.requests).toHaveLength(5);
});

verifies('suggestion:not-in-the-way', async ({ open }) => {
  const agent = await open({ promptSuggestions: true });
  agent.model.says(reply(text('one')), silence, reply(text('two')), reply(text('go on')));
  const talk = new Talk('first');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  await reached(() => agent.model.requests.length === 2);
  talk.say('second');
  const second = await readUntil(query, isResult);
  expect(second.at(-1)).toMatchObject({ result: 'two' });
  talk.end();
  expect(kindsOf(await readRest(query))).toEqual(['prompt_suggestion']);
});
