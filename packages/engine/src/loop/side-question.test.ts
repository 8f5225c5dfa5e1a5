import { expect, it } from 'vitest';
import type { Session } from './session.js';
import { createAskModel } from './side-question.js';

it('says at once that the offline model answers no side questions', async () => {
  const askModel = createAskModel({ settings: { model: 'offline' } } as Session); // nothing else of the session is looked at
  await expect(askModel({ system: '', prompt: 'p' }, new AbortController().signal)).rejects.toMatchObject({ code: 'missing_key' });
});
