import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge, meets, type CaseRules } from './judge.js';

/** A value of the input's main field, a text repeated so many times in front of another, or the whole input. */
type CaseInput = string | { $repeat: [text: string, times: number, then: string] };

interface CaseGroup {
  why: string;
  rule?: CaseRules;
  tool?: string;
  field?: string;
  cases: [CaseInput, expected: string][];
}

const folder = new URL('permission-cases/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('permission cases', () => {
  it('has at least twenty cases of each of the 27 classes', () => {
    const counts = files.map((file) => [file, read(file).reduce((sum, { cases }) => sum + cases.length, 0)] as const);
    expect(counts).toHaveLength(27);
    expect(counts.filter(([, count]) => count < 20)).toEqual([]);
  });

  for (const file of files) {
    describe(file.replace('.json', ''), () => {
      it.each(read(file).map((group) => [group.why, group] as const))('%s', (_, { rule = {}, tool = 'Bash', field = 'command', cases }) => {
        const wrong = cases.flatMap(([given, expected]) => {
          const verdict = judge({ tool, input: { [field]: textOf(given) } }, rule);
          return meets(expected, verdict) ? [] : [{ given, expected, verdict }];
        });
        expect(wrong).toEqual([]);
      });
    });
  }
});

function read(file: string): CaseGroup[] {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

function textOf(given: CaseInput): string {
  if (typeof given === 'string') return given;
  const [text, times, then] = given.$repeat;
  return text.repeat(times) + then;
}
