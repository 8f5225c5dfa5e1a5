import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthServer } from '../../../../../test/support/auth-server.js';
import { loginPath, readLogin, saveLogin } from './login-file.js';
import { storedAuth } from './stored-auth.js';

const url = 'http://127.0.0.1:1/mcp';
let auth: AuthServer;
let env: Record<string, string>;
const challenge = { response: new Response(null, { status: 401 }), serverUrl: new URL(url), fetchFn: fetch };

beforeEach(async () => {
  auth = await AuthServer.start();
  env = { CLAUDE_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'inboard-test-')) };
  saveLogin(env, { url, issuer: auth.url, client: { client_id: 'me' }, tokens: auth.issue() });
});

afterEach(async () => {
  await auth.close();
  rmSync(env.CLAUDE_CONFIG_DIR!, { recursive: true });
});

it('has nothing to say where nobody has logged in', () => {
  expect(storedAuth('http://127.0.0.1:2/mcp', env)).toBeUndefined();
});

it('renews once for all who find that the token has run out', async () => {
  const all = [1, 2, 3, 4].map(() => storedAuth(url, env)!);
  const before = await Promise.all(all.map((each) => each.token()));
  await Promise.all(all.map((each) => each.onUnauthorized!(challenge)));
  const after = await Promise.all(all.map((each) => each.token()));
  expect(new Set(after).size).toBe(1);
  expect(after[0]).not.toBe(before[0]);
  expect(auth.renewals).toBe(1);
  expect(statSync(loginPath(env, url)).mode & 0o777).toBe(0o600);
});

it('forgets a login that cannot be renewed, and keeps one that the server could not look at', async () => {
  const login = readLogin(env, url)!;
  saveLogin(env, { ...login, issuer: 'http://127.0.0.1:9' });
  const lost = storedAuth(url, env)!;
  await lost.token();
  await expect(lost.onUnauthorized!(challenge)).rejects.toThrow('could not be renewed');
  expect(readLogin(env, url)).toBeDefined();
  saveLogin(env, login);
  auth.revoke();
  const over = storedAuth(url, env)!;
  await over.token();
  await expect(over.onUnauthorized!(challenge)).rejects.toMatchObject({ name: 'UnauthorizedError' });
  expect(readLogin(env, url)).toBeUndefined();
});
