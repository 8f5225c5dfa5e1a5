import type { AuthProvider } from '@modelcontextprotocol/client';
import type { Environment } from '../../port/environment.js';
import { lockSession } from '../../session/lock.js';
import { createAuthFetch } from './auth-fetch.js';
import { loginPath, readLogin, removeLogin, saveLogin, type Login } from './login-file.js';

const lockMs = 30_000;

/** Says who is asking by the login that is kept for a server, if there is one. */
export function storedAuth(url: string, env: Environment): AuthProvider | undefined {
  if (!readLogin(env, url)) return undefined;
  let shown: string | undefined;
  return {
    token: async () => (shown = readLogin(env, url)?.tokens.access_token),
    onUnauthorized: () => renew(url, env, shown),
  };
}

/** Gets a new token, unless another process has done so already. */
async function renew(url: string, env: Environment, refused: string | undefined): Promise<void> {
  const unlock = await lockSession(`${loginPath(env, url)}.lock`, { waitMs: lockMs });
  try {
    const login = readLogin(env, url);
    if (!login) throw unauthorized('nobody is logged in any more');
    if (login.tokens.access_token !== refused) return;
    saveLogin(env, { ...login, tokens: await refreshed(login, env) });
  } finally {
    unlock();
  }
}

/** Asks the authorization server of the login, whatever the server now says of others. */
async function refreshed({ url, issuer, client, tokens, resource }: Login, env: Environment): Promise<Login['tokens']> {
  if (tokens.refresh_token === undefined) throw unauthorized('the login has run out');
  const { discoverAuthorizationServerMetadata, refreshAuthorization, OAuthError } = await import('@modelcontextprotocol/client');
  const fetchFn = createAuthFetch(new URL(url));
  try {
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
    const fresh = await refreshAuthorization(issuer, {
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      fetchFn,
      ...(metadata && { metadata }),
      ...(resource !== undefined && { resource }),
    });
    return { ...tokens, ...fresh };
  } catch (error) {
    if (!(error instanceof OAuthError) || !['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(error.code))
      throw new Error(`the login at ${issuer} could not be renewed: ${(error as Error).message}`, { cause: error });
    removeLogin(env, url);
    throw unauthorized('the login has run out');
  }
}

/** An error that means "log in", by the name the library has for it. */
function unauthorized(why: string): Error {
  return Object.assign(new Error(why), { name: 'UnauthorizedError' });
}
