import { expect, it } from 'vitest';
import { linksOnly } from '../path/file-view.js';
import { readRules } from './parse.js';
import { readDenial } from './read-denial.js';

it('names the rule that forbids reading a found file, also through a link', () => {
  const { rules } = readRules(['Read(.env)'], { behavior: 'deny', source: 'userSettings', anchor: '/p' });
  const policy = {
    mode: 'default',
    rules,
    cwd: '/p',
    directories: ['/p'],
    home: '/h',
    fs: linksOnly(new Map([['/p/link', '.env']])),
  } as const;
  expect(['/p/a', 'src/.env', '/p/link'].map((path) => readDenial(path, policy)?.text)).toEqual([undefined, 'Read(.env)', 'Read(.env)']);
});
