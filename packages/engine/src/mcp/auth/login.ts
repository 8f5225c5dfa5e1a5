import { randomBytes } from 'node:crypto';
import type { McpRemoteServerConfig } from '@inboard/wire';
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Environment } from '../../port/environment.js';
import { version } from '../../version.js';
import { causeText } from '../phase.js';
import { readUrl } from '../transport/http.js';
import { needSecure } from './address.js';
import { createAuthFetch } from './auth-fetch.js';
import { Callback } from './callback.js';
import { saveLogin } from './login-file.js';

const patienceMs = 20_000;

export interface LoginOptions {
  config: McpRemoteServerConfig;
  env: Environment;
  /** Of a client that was registered by hand. */
  clientSecret?: string | undefined;
  /** Given the address a person has to open. */
  show: (url: string) => void;
  signal: AbortSignal;
}

/** What a login came to: it is kept, or the server does not ask who comes. */
export type LoginOutcome = 'logged-in' | 'not-needed';

/** Logs in at a server with an authorization code and PKCE, and keeps the tokens. Throws with the reason when that fails. */
export async function login(options: LoginOptions): Promise<LoginOutcome> {
  const server = readUrl(options.config.url);
  needSecure(server);
  const fetchFn = createAuthFetch(server);
  const challenge = await askServer(options.config);
  if (!challenge) return 'not-needed';
  const { auth } = await import('@modelcontextprotocol/client');
  const state = randomBytes(24).toString('base64url');
  const callback = await Callback.open(options.config.oauth?.callbackPort ?? 0, state);
  try {
    const provider = new LoginProvider(options, { state, redirectUrl: callback.url });
    const request = { serverUrl: server, fetchFn, ...challenge };
    await auth(provider, request);
    const { code, iss } = await untilAborted(callback.answer, options.signal);
    await auth(provider, { ...request, authorizationCode: code, ...(iss !== undefined && { iss }) });
    provider.keep();
    return 'logged-in';
  } finally {
    callback.close();
  }
}

/** What the server says to somebody it does not know; nothing when it lets everybody in. */
async function askServer({
  type,
  url,
  headers,
  oauth,
}: McpRemoteServerConfig): Promise<{ resourceMetadataUrl?: URL; scope?: string } | undefined> {
  const { extractWWWAuthenticateParams, LATEST_PROTOCOL_VERSION: protocolVersion } = await import('@modelcontextprotocol/client');
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'inboard', version } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers: { ...headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    ...(type === 'http' && { method: 'POST', body }),
  }).catch((error: unknown) => {
    throw new Error(causeText(error), { cause: error });
  });
  await response.body?.cancel();
  if (response.ok) return undefined;
  if (response.status !== 401) throw new Error(`the server answers with status ${response.status}; a login would not help`);
  const { resourceMetadataUrl, scope: asked } = extractWWWAuthenticateParams(response);
  const scope = oauth?.scopes ?? asked;
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}

/** Holds what belongs to one login until it is complete. */
class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #options: LoginOptions;
  readonly #state: string;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #resource: string | undefined;

  constructor(options: LoginOptions, { state, redirectUrl }: { state: string; redirectUrl: string }) {
    const { clientId } = options.config.oauth ?? {};
    this.redirectUrl = redirectUrl;
    this.#options = options;
    this.#state = state;
    if (clientId !== undefined)
      this.#client = { client_id: clientId, ...(options.clientSecret !== undefined && { client_secret: options.clientSecret }) };
  }

  get clientMetadata() {
    return {
      client_name: 'Inboard',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#options.clientSecret === undefined ? 'none' : 'client_secret_post',
    };
  }

  state = () => this.#state;
  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => void (this.#tokens = tokens);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (discovery: OAuthDiscoveryState) => void (this.#discovery = discovery);
  discoveryState = () => this.#discovery;
  saveResourceUrl = (resource: string) => void (this.#resource = resource);

  redirectToAuthorization(url: URL): void {
    needSecure(url);
    this.#options.show(url.href);
  }

  /** Writes the login to its file. */
  keep(): void {
    const issuer = this.#discovery?.authorizationServerMetadata?.issuer ?? this.#discovery?.authorizationServerUrl;
    if (!this.#client || !this.#tokens || issuer === undefined) throw new Error('the server gave no token');
    saveLogin(this.#options.env, {
      url: this.#options.config.url,
      issuer,
      client: { ...this.#client },
      tokens: { ...this.#tokens },
      ...(this.#resource !== undefined && { resource: this.#resource }),
    });
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }); // aborted with an error by our own caller
    work.then(resolve, reject);
  });
}
