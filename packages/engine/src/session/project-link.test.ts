import { expect, it } from 'vitest';
import { projectKey } from './project-link.js';

it.each([
  ['/home/me/my project.v2', '-home-me-my-project-v2'],
  ['/nowhere/é😀', '-nowhere----'],
  [`/nowhere/${'a'.repeat(250)}`, `-nowhere-${'a'.repeat(191)}-ek6tqg`],
  [`/nowhere/${'é'.repeat(100)}${'😀'.repeat(100)}`, `-nowhere-${'-'.repeat(191)}-ue7lxg`],
])('names the sessions of a folder as other tools do: %s', (folder, key) => {
  expect(projectKey(folder)).toBe(key);
});
