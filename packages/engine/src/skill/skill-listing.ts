import type { Command } from '../command/command.js';

export interface ListingLimits {
  /** Characters for the whole list. */
  budget: number;
  /** Characters for one description. */
  description: number;
}

const least = 20;

/** What the model is told of the skills: a line each, shorter ones when there are many, so that the list stays within its budget. */
export function skillListing(skills: readonly Command[], limits: ListingLimits): string | undefined {
  if (skills.length === 0) return undefined;
  const each = Math.min(limits.description, largestThatFits(skills, limits.budget));
  const lines = skills.map((skill) => line(skill, each));
  const head = 'Skills: instructions for special tasks. When a task fits one, load it with the Skill tool before you begin.';
  return `${head}\n${within(lines, limits.budget).join('\n')}`;
}

function line({ name, description }: Command, most: number): string {
  const text = description.replaceAll(/\s+/g, ' ');
  if (most < least) return `- ${name}`;
  return `- ${name}: ${text.length > most ? `${text.slice(0, most - 1)}…` : text}`;
}

/** The longest description for all, such that the list fits. */
function largestThatFits(skills: readonly Command[], budget: number): number {
  const names = skills.reduce((sum, { name }) => sum + name.length + 5, 0);
  const lengths = skills.map(({ description }) => description.length).toSorted((a, b) => a - b);
  let room = budget - names;
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(room / (lengths.length - index));
    if (share < length) return Math.max(0, share);
    room -= length;
  }
  return Number.MAX_SAFE_INTEGER;
}

function within(lines: readonly string[], budget: number): string[] {
  let used = 0;
  const kept = lines.filter((text) => (used += text.length + 1) <= budget);
  return kept.length === lines.length ? kept : [...kept, `(${lines.length - kept.length} more are not listed)`];
}
