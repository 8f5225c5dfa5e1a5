/** What an engine may ask of a provider. */
export const mcpAuthMembers = [
  'token',
  'onUnauthorized',
  'tokens',
  'saveTokens',
  'clientInformation',
  'saveClientInformation',
  'state',
  'redirectToAuthorization',
  'saveCodeVerifier',
  'codeVerifier',
  'invalidateCredentials',
  'saveDiscoveryState',
  'discoveryState',
  'saveAuthorizationServerUrl',
  'authorizationServerUrl',
  'saveResourceUrl',
  'resourceUrl',
  'scopeForRefresh',
  'validateResourceURL',
  'prepareTokenRequest',
  'addClientAuthentication',
] as const;
export type McpAuthMember = (typeof mcpAuthMembers)[number];

/** What a provider is, as the engine is told. */
export interface McpAuthDescription {
  /** The methods it has. */
  members: McpAuthMember[];
  redirectUrl?: string;
  clientMetadata?: Record<string, unknown>;
  clientMetadataUrl?: string;
}

/** A provider that has a token, and perhaps a way to another one. */
export interface McpTokenProvider {
  /** Asked before every request. */
  token(): Promise<string | undefined>;
  /** Called when the server did not take the token; the next one is tried once. */
  onUnauthorized?(challenge: { serverUrl: URL; wwwAuthenticate: string | undefined }): Promise<void>;
}

/** An `OAuthClientProvider` of either MCP library; its methods are called as that library says. */
export interface McpOAuthProvider {
  readonly redirectUrl: string | URL | undefined;
  readonly clientMetadata: object;
  // The types of what is stored belong to the library the provider was written for; it only comes back as it went.
  tokens(context?: never): unknown;
  saveTokens(tokens: never, context?: never): unknown;
  clientInformation(context?: never): unknown;
  redirectToAuthorization(url: URL): unknown;
  saveCodeVerifier(verifier: string): unknown;
  codeVerifier(): string | Promise<string>;
}

/** Says who is asking at an MCP server. Lives in the host; the engine asks it. */
export type McpAuthProvider = McpTokenProvider | McpOAuthProvider;
