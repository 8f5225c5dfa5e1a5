import type { ApiContentBlock } from '@inboard/wire';
import { expect, it } from 'vitest';
import { toolContext } from '../../../../../../test/tool-context.js';
import { page, webServer } from '../../../../../../test/web-server.js';
import type { SideQuestion } from '../../ask-model.js';
import { webSearchTool } from './web-search.js';

const found = [
  { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 's1',
    content: [{ type: 'web_search_result', title: 'A', url: 'https://a.example/', encrypted_content: 'x', page_age: null }],
  },
  { type: 'text', text: 'A says so.', citations: null },
  { type: 'web_search_tool_result', tool_use_id: 's2', content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' } },
] as unknown as ApiContentBlock[]; // as the API sends them

it('searches at the API', async () => {
  const questions: SideQuestion[] = [];
  const askModel = async (question: SideQuestion) => {
    questions.push(question);
    return found;
  };
  const outcome = await webSearchTool.run({ query: 'what', allowed_domains: ['https://A.example/docs'] }, toolContext({ askModel }));
  expect(outcome).toEqual({
    content: 'Links:\n- [A](https://a.example/)\n\nA says so.\n\nThe search failed: max_uses_exceeded.',
    result: {
      query: 'what',
      results: [
        { tool_use_id: 's1', content: [{ title: 'A', url: 'https://a.example/' }] },
        'A says so.',
        'The search failed: max_uses_exceeded.',
      ],
      durationSeconds: expect.any(Number),
    },
  });
  expect(questions[0]!.serverTools).toEqual([
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8, allowed_domains: ['a.example'] },
  ]);
});

const links = [
  { title: 'One\n  two', url: 'https://www.a.example/x', content: 'snippet' },
  { title: 'B', url: 'https://b.example/' },
  { title: 'Fake', url: 'https://a.example.evil.example/' },
  { title: 'Bad', url: 'javascript:alert(1)' },
  'junk',
  null,
];

it('searches with a server of the own, on the domains that are allowed', async () => {
  const server = await webServer((_, response) => page(response, JSON.stringify({ results: links }), 'application/json'));
  const context = toolContext({ env: { INBOARD_SEARCH_URL: `${server.url}/search?lang=en` } });
  const outcome = await webSearchTool.run({ query: 'a & b', allowed_domains: ['a.example'] }, context);
  expect(server.requests[0]!.path).toBe('/search?lang=en&q=a+%26+b&format=json');
  expect(outcome).toMatchObject({
    content: 'Links:\n- [One two](https://www.a.example/x): snippet',
    result: { query: 'a & b', results: [{ tool_use_id: 'toolu_1', content: [{ title: 'One\n  two', url: 'https://www.a.example/x' }] }] },
  });
  const blocked = await webSearchTool.run({ query: 'q2', blocked_domains: ['a.example', 'evil.example'] }, context);
  expect(blocked.content).toBe('Links:\n- [B](https://b.example/)');
});

it.each([
  [{ query: 'q', allowed_domains: ['a.example'], blocked_domains: ['b.example'] }, 'not both'],
  [{ query: 'q', allowed_domains: ['a b'] }, '"a b" is not a domain'],
  [{ query: 'q' }, 'INBOARD_SEARCH_URL'],
])('says what is missing or wrong: %j', async (input, words) => {
  expect(await webSearchTool.run(input, toolContext())).toMatchObject({ isError: true, content: expect.stringContaining(words) });
});

it.each([
  ['no JSON', 200, 'not json', 'search.formats'],
  ['no results', 200, '{}', 'without results'],
  ['an error', 403, '', 'answered 403'],
])('says so when the server answers with %s', async (_, status, body, words) => {
  const server = await webServer((_request, response) => response.writeHead(status).end(body));
  expect(await webSearchTool.run({ query: 'q' }, toolContext({ env: { INBOARD_SEARCH_URL: server.url } }))).toMatchObject({
    isError: true,
    content: expect.stringContaining(words),
  });
});

it('stops at the limit of the session', async () => {
  const context = toolContext({ env: { CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION: '1' }, askModel: async () => found });
  expect((await webSearchTool.run({ query: 'q' }, context)).isError).toBeUndefined();
  expect(await webSearchTool.run({ query: 'q' }, context)).toMatchObject({ isError: true, content: expect.stringContaining('the limit') });
});
