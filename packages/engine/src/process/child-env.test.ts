import { expect, test } from 'vitest';
import { childEnv, isSecret } from './child-env.js';

test('keeps what commands need and drops secrets', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/user',
    SSH_AUTH_SOCK: '/run/agent',
    TOKENIZERS_PARALLELISM: 'false',
    HTTPS_PROXY: 'http://user:word@proxy:3128',
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: 'http://x',
    CLAUDE_CODE_OAUTH_TOKEN: 't',
    OPENAI_API_KEY: 'k',
    GH_TOKEN: 't',
    STRIPE_SECRET: 's',
    AWS_SECRET_ACCESS_KEY: 's',
    AWS_ACCESS_KEY_ID: 'i',
    DB_PASSWORD: 'p',
    DATABASE_URL: 'postgres://me:word@db/x',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=x',
    NOTHING: undefined,
  };
  expect(childEnv(env, { CLAUDECODE: '1' })).toEqual({
    PATH: '/bin',
    HOME: '/home/user',
    SSH_AUTH_SOCK: '/run/agent',
    TOKENIZERS_PARALLELISM: 'false',
    HTTPS_PROXY: 'http://user:word@proxy:3128',
    CLAUDECODE: '1',
  });
});

test('drops what changes how a shell works, even when it is on the keep list', () => {
  const env = {
    BASH_ENV: 'x',
    ENV: 'x',
    PROMPT_COMMAND: 'x',
    SHELLOPTS: 'xtrace',
    BASHOPTS: 'extglob',
    'BASH_FUNC_ls%%': '() { :; }',
    PS4: '$(x)',
    INBOARD_KEEP_ENV: 'BASH_ENV ENV',
  };
  expect(childEnv(env)).toEqual({ INBOARD_KEEP_ENV: 'BASH_ENV ENV' });
});

test('keeps the secrets that the caller names, by name or prefix', () => {
  const env = { GH_TOKEN: '1', NPM_TOKEN: '2', AWS_SECRET_ACCESS_KEY: '3', INBOARD_KEEP_ENV: 'GH_TOKEN, AWS_*' };
  expect(childEnv(env)).toEqual({ GH_TOKEN: '1', AWS_SECRET_ACCESS_KEY: '3', INBOARD_KEEP_ENV: 'GH_TOKEN, AWS_*' });
});

test('a star alone keeps nothing', () => {
  expect(childEnv({ GH_TOKEN: '1', INBOARD_KEEP_ENV: '*' })).toEqual({ INBOARD_KEEP_ENV: '*' });
});

test.each(['MONKEY', 'AUTHOR', 'TOKENS_PER_SECOND', 'PASSENGER_COUNT', 'SECRETARY', 'KEYBOARD', 'COMPASS', 'PATH'])(
  '%s is no secret',
  (name) => {
    expect(isSecret(name, 'x')).toBe(false);
  },
);
