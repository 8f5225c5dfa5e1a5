import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PermissionQuestion } from '@inboard/engine';
import { describe, expect, it } from 'vitest';
import { judge, meets, type CaseRules } from './judge.js';

interface CorpusCase extends PermissionQuestion {
  id: string;
  class: string;
  rule: CaseRules;
  expect: string;
}

const beside = fileURLToPath(new URL('../../../shared/corpus/permission-cases.json', import.meta.url));
const path = process.env.INBOARD_PERMISSION_CASES ?? beside;

describe('the shared corpus of permission cases', () => {
  it('is answered as it expects, where it is at hand', () => {
    const cases: CorpusCase[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
    const wrong = cases.flatMap((each) => {
      const verdict = judge(each, each.rule);
      return meets(each.expect, verdict) ? [] : [{ id: each.id, expected: each.expect, verdict }];
    });
    expect(wrong).toEqual([]);
  });
});
