// Who is asking at the suite's servers: an OAuth provider as an application has one, with a browser that says yes at once.
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';

/** A provider with a person behind it. */
class PersonProvider {
  redirectUrl = 'http://localhost:9/callback';
  clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  clientMetadata = { client_name: 'inboard', redirect_uris: [this.redirectUrl], grant_types: ['authorization_code', 'refresh_token'] };
  /** What came back with the person. */
  answer;
  #kept = {};

  constructor(client) {
    this.#kept.client = client;
  }

  clientInformation = () => this.#kept.client;
  saveClientInformation = (client) => void (this.#kept.client = client);
  tokens = () => this.#kept.tokens;
  saveTokens = (tokens) => void (this.#kept.tokens = tokens);
  saveCodeVerifier = (verifier) => void (this.#kept.verifier = verifier);
  codeVerifier = () => this.#kept.verifier;
  saveDiscoveryState = (discovery) => void (this.#kept.discovery = discovery);
  discoveryState = () => this.#kept.discovery;

  invalidateCredentials(what) {
    const parts = { all: ['client', 'tokens', 'discovery'], client: ['client'], tokens: ['tokens'], discovery: ['discovery'] };
    for (const part of parts[what] ?? []) delete this.#kept[part];
  }

  async redirectToAuthorization(url) {
    const response = await fetch(url, { redirect: 'manual' });
    const back = new URL(response.headers.get('location'), this.redirectUrl).searchParams;
    this.answer = { authorizationCode: back.get('code'), ...(back.has('iss') && { iss: back.get('iss') }) };
  }
}

/** The provider a scenario wants. */
export function providerFor(scenario, context) {
  const { client_id: clientId, client_secret: clientSecret } = context;
  if (scenario === 'auth/client-credentials-jwt')
    return new PrivateKeyJwtProvider({ clientId, privateKey: context.private_key_pem, algorithm: context.signing_algorithm ?? 'ES256' });
  if (scenario === 'auth/client-credentials-basic') return new ClientCredentialsProvider({ clientId, clientSecret });
  if (scenario === 'auth/cross-app-access-complete-flow') return crossApp(context);
  return new PersonProvider(clientId === undefined ? undefined : { client_id: clientId, client_secret: clientSecret });
}

function crossApp(context) {
  return new CrossAppAccessProvider({
    clientId: context.client_id,
    clientSecret: context.client_secret,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
      const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
        tokenEndpoint: context.idp_token_endpoint,
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: context.idp_id_token,
        clientId: context.idp_client_id,
        scope,
        fetchFn,
      });
      return jwtAuthGrant;
    },
  });
}
