import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { platform, release } from 'node:os';
import type { Options } from '@inboard/wire';
import coding from './coding.md';
import { settingNotes, speaksOfGit } from './setting-notes.js';
import type { ResolvedSettings } from '../setting/resolve.js';
import { gitBranch } from './git-branch.js';
import minimal from './minimal.md';
import type { OutputStyle } from './output-style.js';

/** What the host wants the prompt to be: its own words, the coding preset, or neither. */
export interface PromptChoice {
  /** `undefined`: the coding preset; empty: the minimal prompt. */
  custom?: string | readonly string[];
  append?: string;
}

/** Reads the `systemPrompt` option as a choice. */
export function promptChoice(option: Options['systemPrompt']): PromptChoice {
  if (option === undefined) return { custom: '' };
  if (typeof option === 'string') return { custom: option };
  return option.append === undefined ? {} : { append: option.append };
}

/** The parts of the system prompt, with the style of answers unless the words are the host's own. Everything that can change in a session stays out, so that it is cached. */
export function systemPrompt(choice: PromptChoice, where: string, style?: OutputStyle): string[] {
  const environment = where === '' ? [] : [where];
  const append = choice.append === undefined ? [] : [choice.append];
  const spoken = style ? [style.text] : [];
  if (choice.custom === undefined)
    return [...(style && !style.keepsCoding ? [minimal.trim()] : [coding.trim()]), ...spoken, ...environment, ...append];
  const custom = (typeof choice.custom === 'string' ? [choice.custom] : [...choice.custom]).filter((part) => part.trim() !== '');
  return custom.length > 0 ? [...custom, ...append] : [minimal.trim(), ...spoken, ...environment, ...append];
}

function inGit(cwd: string): string {
  const branch = gitBranch(cwd);
  if (branch !== undefined) return `yes, on ${branch}`;
  return existsSync(join(cwd, '.git')) ? 'yes' : 'no';
}

/** Where the agent is, and what settings say about answers. Written once per session and kept with it. */
export function describeEnvironment(cwd: string, now: Date, resolved: Pick<ResolvedSettings, 'layers'>): string {
  return [
    '# Environment',
    `Working directory: ${cwd}`,
    ...(speaksOfGit(resolved) ? [`Git repository: ${inGit(cwd)}`] : []),
    `Platform: ${platform()} ${release()}`,
    `Date: ${now.toISOString().slice(0, 10)}`,
    ...settingNotes(resolved),
  ].join('\n');
}
