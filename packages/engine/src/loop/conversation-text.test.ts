import { expect, it } from 'vitest';
import { conversationText } from './conversation-text.js';

const messages = [
  { role: 'user' as const, content: 'mend the door' },
  {
    role: 'assistant' as const,
    content: [
      { type: 'text' as const, text: 'I look.' },
      { type: 'tool_use' as const, id: 't', name: 'Read', input: { file_path: '/door' } },
    ],
  },
  { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 't', content: 'x'.repeat(5000) }] },
];

it('says who said what, with long results cut short', () => {
  expect(conversationText(messages, 10_000)).toBe(
    `user: mend the door\n\nassistant: I look.\n\nassistant: [called Read with {"file_path":"/door"}]\n\nuser: [result: ${'x'.repeat(1000)}… (5000 characters)]`,
  );
});

it('keeps the beginning and the end when there is not room for all', () => {
  const text = conversationText(messages, 100);
  expect(text).toMatch(/^user: mend the door\n+\[… 10\d\d characters left out …\]\n\nx+… \(5000 characters\)\]$/);
});
