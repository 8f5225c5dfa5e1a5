import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../command/command.js';
import { skillListing } from './skill-listing.js';

const skill = (name: string, description: string): Command => ({
  name,
  description,
  argumentHint: '',
  run: () => ({ kind: 'say', text: '' }),
});
const linesOf = (text: string | undefined) => (text ?? '').split('\n').slice(1);

it('lists names and descriptions', () => {
  expect(skillListing([], { budget: 100, description: 50 })).toBeUndefined();
  expect(linesOf(skillListing([skill('pdf', 'reads\nPDF files')], { budget: 100, description: 50 }))).toEqual(['- pdf: reads PDF files']);
});

it('cuts the long descriptions first', () => {
  const listed = linesOf(skillListing([skill('a', 'short'), skill('b', 'x'.repeat(500))], { budget: 100, description: 1536 }));
  expect(listed[0]).toBe('- a: short');
  expect(listed[1]).toMatch(/^- b: x{20,}…$/);
});

it('stays within its budget', () => {
  const skills = fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), description: fc.string({ maxLength: 200 }) }), {
    maxLength: 50,
  });
  fc.assert(
    fc.property(skills, fc.integer({ min: 0, max: 2000 }), (all, budget) => {
      const lines = linesOf(
        skillListing(
          all.map(({ name, description }) => skill(name, description)),
          { budget, description: 100 },
        ),
      ).filter((line) => !line.startsWith('('));
      return lines.join('\n').length <= budget;
    }),
  );
});
