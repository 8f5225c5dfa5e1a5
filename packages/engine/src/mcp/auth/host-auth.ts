import type { ControlParams, McpAuthDescription, Peer } from '@inboard/wire';
import type { AddClientAuthentication, AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import { needSecure } from './address.js';

type Member = ControlParams<'mcp_auth'>['member'];
type Call = (member: Member, ...given: unknown[]) => Promise<unknown>;

/** Says who is asking by a provider that lives in the host. */
export async function hostAuth(peer: Peer<'engine'>, server: { name: string; url: string }): Promise<AuthProvider | OAuthClientProvider> {
  const call: Call = async (member, ...given) =>
    (await peer.request('mcp_auth', { server_name: server.name, server_url: server.url, member, arguments: given })).value;
  const described = (await call('describe')) as McpAuthDescription; // our SDK says so
  return described.members.includes('tokens') ? oauthProvider(call, described) : tokenProvider(call, described);
}

function tokenProvider(call: Call, { members }: McpAuthDescription): AuthProvider {
  return {
    token: async () => (await call('token')) as string | undefined, // what the host's function returns
    ...(members.includes('onUnauthorized') && {
      onUnauthorized: async ({ serverUrl, response }) =>
        void (await call('onUnauthorized', serverUrl.href, response.headers.get('www-authenticate') ?? undefined)),
    }),
  };
}

/** Each method asks the host; what cannot travel as it is goes as text. */
function oauthProvider(call: Call, { members, redirectUrl, clientMetadata, clientMetadataUrl }: McpAuthDescription): OAuthClientProvider {
  const plain = Object.fromEntries(members.map((member) => [member, (...given: unknown[]) => call(member, ...given)]));
  const special = {
    redirectToAuthorization: async (url: URL) => {
      needSecure(url); // a person is led there
      await call('redirectToAuthorization', url.href);
    },
    validateResourceURL: async (url: URL | string, resource?: string) => {
      const value = await call('validateResourceURL', String(url), resource);
      return typeof value === 'string' ? new URL(value) : undefined;
    },
    prepareTokenRequest: async (scope?: string) => {
      const value = await call('prepareTokenRequest', scope);
      return typeof value === 'string' ? new URLSearchParams(value) : undefined;
    },
    addClientAuthentication: addAuthentication(call),
  };
  const wanted = Object.entries(special).filter(([member]) => (members as string[]).includes(member));
  return {
    redirectUrl,
    clientMetadata: { redirect_uris: [], ...clientMetadata },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...plain,
    ...Object.fromEntries(wanted),
  } as unknown as OAuthClientProvider; // the members the host's provider has, which is one
}

function addAuthentication(call: Call): AddClientAuthentication {
  return async (headers, params, url, metadata) => {
    const given = [Object.fromEntries(headers), String(params), String(url), metadata];
    const changed = (await call('addClientAuthentication', ...given)) as { headers: Record<string, string>; params: string }; // our SDK says so
    for (const [name, value] of Object.entries(changed.headers)) headers.set(name, value);
    const wanted = new URLSearchParams(changed.params);
    for (const name of new Set(params.keys())) params.delete(name);
    for (const [name, value] of wanted) params.append(name, value);
  };
}
