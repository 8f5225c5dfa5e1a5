// The published SDKs that drive our engine, and the cases that ask for what one of them does not have.
export const sdks = {
  '0.1.77': {
    package: 'claude-agent-sdk-first',
    lacks: [
      'servers are shown, turned off and connected again',
      'a session id of its own, not kept',
      'abort ends the iterator and the engine',
    ],
  },
  '0.2.50': { package: '@anthropic-ai/claude-agent-sdk', lacks: [] },
  '0.3.325': {
    package: 'claude-agent-sdk-newest',
    lacks: ['the session interface sends, streams and resumes', 'one prompt gives one result'],
  },
};

/** The one that everything else is compared with. */
export const mainSdk = '0.2.50';
