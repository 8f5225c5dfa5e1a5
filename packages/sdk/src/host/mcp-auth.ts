import { AgentError, mcpAuthMembers, type ControlParams, type McpAuthDescription, type McpServerConfig } from '@inboard/wire';

type Member = Exclude<ControlParams<'mcp_auth'>['member'], 'describe'>;
type Provider = { [M in Member]?: (...given: unknown[]) => unknown } & Record<string, unknown>;

/** Lets an engine use the providers in the options that say who is asking at MCP servers. */
export class McpAuth {
  readonly #providers = new Map<string, { url: string; provider: Provider }>();

  /** Makes the providers those of these servers; one that cannot work is an error that says so. */
  set(servers: Readonly<Record<string, McpServerConfig>>): void {
    for (const [name, config] of Object.entries(servers)) {
      this.#providers.delete(name);
      if (!('url' in config) || config.authProvider === undefined) continue;
      const provider = config.authProvider as unknown as Provider; // each member is looked at before it is used
      checkProvider(name, provider);
      this.#providers.set(name, { url: config.url, provider });
    }
  }

  /** Uses one member. A provider serves the address it was given for, and no other. */
  async use({ server_name, server_url, member, arguments: given }: ControlParams<'mcp_auth'>): Promise<{ value?: unknown }> {
    const known = this.#providers.get(server_name);
    if (!known || known.url !== server_url)
      throw new AgentError('request_failed', `This host has no authProvider for the MCP server "${server_name}" at ${server_url}.`);
    const { provider } = known;
    if (member === 'describe') return { value: describe(provider) };
    if (typeof provider[member] !== 'function')
      throw new AgentError('request_failed', `The authProvider of "${server_name}" has no ${member}().`);
    return { value: await call(provider, member, given) };
  }
}

function checkProvider(name: string, provider: Provider): void {
  const wrong = (text: string) => new AgentError('invalid_option', `Option "mcpServers": the authProvider of "${name}" ${text}.`);
  if (typeof provider !== 'object' || provider === null || (typeof provider.token !== 'function' && typeof provider.tokens !== 'function'))
    throw wrong('must have token(), or be an OAuthClientProvider');
  if (provider.dpop !== undefined) throw wrong('has dpop(), which is not supported: its key cannot leave this process');
}

function describe(provider: Provider): McpAuthDescription {
  const { clientMetadata, clientMetadataUrl } = provider;
  const redirectUrl = asText(provider.redirectUrl);
  return {
    members: mcpAuthMembers.filter((member) => typeof provider[member] === 'function'),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(clientMetadata !== undefined && { clientMetadata: clientMetadata as Record<string, unknown> }), // sent on as it is
    ...(typeof clientMetadataUrl === 'string' && { clientMetadataUrl }),
  };
}

/** Values that cannot travel are made anew here, and go back as text. */
async function call(provider: Provider, member: Member, given: unknown[]): Promise<unknown> {
  const [first, ...rest] = given;
  switch (member) {
    case 'redirectToAuthorization':
      await provider.redirectToAuthorization!(new URL(String(first)));
      return undefined;
    case 'onUnauthorized':
      await provider.onUnauthorized!({ serverUrl: new URL(String(first)), wwwAuthenticate: rest[0] });
      return undefined;
    case 'validateResourceURL':
    case 'prepareTokenRequest': {
      const value = await provider[member]!(...given);
      return asText(value);
    }
    case 'addClientAuthentication':
      return addAuthentication(provider, given);
    default:
      return provider[member]!(...given);
  }
}

async function addAuthentication(provider: Provider, [headers, params, url, metadata]: unknown[]): Promise<unknown> {
  const changed = { headers: new Headers(headers as Record<string, string>), params: new URLSearchParams(String(params)) }; // our engine sends texts
  await provider.addClientAuthentication!(changed.headers, changed.params, new URL(String(url)), metadata);
  return { headers: Object.fromEntries(changed.headers), params: String(changed.params) };
}

/** An address or a list of parameters as text. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' || value instanceof URL || value instanceof URLSearchParams ? String(value) : undefined;
}
