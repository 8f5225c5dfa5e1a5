import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lazy } from '@inboard/wire';
import * as z from 'zod';
import type { Environment } from '../../port/environment.js';
import { configDir } from '../../session/paths.js';
import { replaceFile } from '../../setting/write.js';

const loginSchema = lazy(() =>
  z.object({
    /** The server it is for. */
    url: z.string(),
    /** The authorization server it comes from, and the only one it is shown to. */
    issuer: z.string(),
    /** What the token is for, as the authorization server wants it named. */
    resource: z.string().optional(),
    client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional() }),
    tokens: z.looseObject({ access_token: z.string(), refresh_token: z.string().optional(), token_type: z.string() }),
  }),
);

/** What is kept of a login at one server. */
export type Login = z.infer<ReturnType<typeof loginSchema>>;

/** The file of a server's login; readable by its owner alone. */
export function loginPath(env: Environment, url: string): string {
  const name = createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 32);
  return join(configDir(env), 'mcp-logins', `${name}.json`);
}

/** The login at a server, if there is one that makes sense. */
export function readLogin(env: Environment, url: string): Login | undefined {
  try {
    const login = loginSchema().parse(JSON.parse(readFileSync(loginPath(env, url), 'utf8')));
    return new URL(login.url).href === new URL(url).href ? login : undefined;
  } catch {
    return undefined; // nobody has logged in, or what is there is no login
  }
}

/** Keeps a login, in place of one there may be; whoever reads it sees the old or the new one. */
export function saveLogin(env: Environment, login: Login): void {
  const path = loginPath(env, login.url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, `${JSON.stringify(login, null, 2)}\n`);
}

/** Forgets a login; says whether there was one. */
export function removeLogin(env: Environment, url: string): boolean {
  const had = readLogin(env, url) !== undefined;
  rmSync(loginPath(env, url), { force: true });
  return had;
}
