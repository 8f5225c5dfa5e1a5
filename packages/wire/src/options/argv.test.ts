import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromArgv, toArgv } from './argv.js';
import { options, type OptionName, type Options } from './options.js';
import type { OptionRow } from './row.js';

const rows = options as Record<string, OptionRow>;
const read = (argv: string[]) => fromArgv(argv, rows);

const word = fc.string({ unit: 'grapheme', minLength: 1 });
const strings = fc.array(
  fc.oneof(
    word,
    fc.constantFrom('Read', 'Bash(git log:*)', 'Bash(a,b)', 'Bash(echo "(")', 'Bash(echo ")", x)', ' spaced ', '', '[', '["a"]'),
  ),
  { minLength: 1 },
);
const id = word;

/** What each row that has a flag may hold, where writing and reading gives the very same value. */
const values: { [N in OptionName]?: fc.Arbitrary<unknown> } = {
  additionalDirectories: fc.array(word, { minLength: 1 }),
  agent: word,
  allowedTools: strings,
  disallowedTools: strings,
  tools: fc.oneof(
    strings.filter((names) => names.join() !== 'default'),
    fc.constant([]),
    fc.constant({ type: 'preset', preset: 'claude_code' }),
  ),
  continue: fc.constant(true),
  fallbackModel: word,
  forkSession: fc.constant(true),
  betas: strings,
  persistSession: fc.constant(false),
  includePartialMessages: fc.constant(true),
  includeHookEvents: fc.constant(true),
  thinking: fc.constantFrom({ type: 'adaptive' }, { type: 'disabled' }, { type: 'enabled' }),
  effort: fc.constantFrom('low', 'medium', 'high', 'max'),
  maxThinkingTokens: fc.nat(),
  maxTurns: fc.integer({ min: 1 }),
  maxBudgetUsd: fc.double({ min: 1e-9, noNaN: true, noDefaultInfinity: true }),
  mcpServers: fc
    .dictionary(word, fc.record({ command: word, args: fc.array(word) }), { minKeys: 1, noNullPrototype: true })
    .filter((servers) => !('__proto__' in servers && Object.hasOwn(servers, '__proto__'))),
  model: word,
  outputFormat: fc.record({
    type: fc.constant('json_schema'),
    schema: fc.constant({ type: 'object', properties: { a: { type: 'string' } } }),
  }),
  permissionMode: fc.constantFrom('default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'delegate'),
  allowDangerouslySkipPermissions: fc.constant(true),
  permissionPromptToolName: word,
  plugins: fc.array(fc.record({ type: fc.constant('local'), path: word }), { minLength: 1 }),
  resume: id,
  sessionId: fc.uuid(),
  resumeSessionAt: id,
  settings: fc.dictionary(word, fc.jsonValue(), { noNullPrototype: true }).map((value) => JSON.parse(JSON.stringify(value)) as object),
  settingSources: fc.subarray(['user', 'project', 'local']),
  debug: fc.constant(true),
  debugFile: word,
  strictMcpConfig: fc.constant(true),
};

const sent = Object.entries(rows).filter(([name, row]) => row.flag && name !== 'agents'); // agents travel in `initialize`

/** `--flag value` as one word. */
function glued(argv: string[]): string[] {
  const pairs = sent.filter(([, row]) => row.flag!.form.takesValue).map(([, row]) => row.flag!.name);
  return argv.reduce<string[]>((words, each, index) => {
    const isValue = index % 2 === 1 && pairs.includes(argv[index - 1]!);
    return isValue ? [...words.slice(0, -1), `${words.at(-1)}=${each}`] : [...words, each];
  }, []);
}

describe('a flag written and read', () => {
  it('is known for every row that has one', () => {
    expect(Object.keys(values).toSorted()).toEqual(sent.map(([name]) => name).toSorted());
  });

  it.each(sent.map(([name]) => name as OptionName))('gives %s back, in two words and in one', (name) => {
    fc.assert(
      fc.property(values[name]!, (value) => {
        const argv = toArgv({ [name]: value });
        expect(argv).toEqual(expect.arrayContaining([rows[name]!.flag!.name]));
        expect(read(argv)).toEqual({ values: { [name]: value }, rest: [], unknown: [] });
        expect(read(glued(argv))).toEqual({ values: { [name]: value }, rest: [], unknown: [] });
      }),
    );
  });

  it('gives everything back together', () => {
    const all = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'thinking'));
    fc.assert(
      fc.property(fc.record(all, { requiredKeys: [] }), (given) => {
        expect(read(toArgv(given as Options)).values).toEqual(given);
      }),
    );
  });
});

describe('toArgv', () => {
  it('writes what published engines read', () => {
    const given: Options = {
      model: 'sonnet',
      maxTurns: 3,
      allowedTools: ['Read', 'Bash(ls:*)'],
      additionalDirectories: ['/a', '/b'],
      settingSources: [],
      tools: [],
      continue: true,
      persistSession: false,
    };
    expect(toArgv(given)).toEqual([
      '--add-dir',
      '/a',
      '--add-dir',
      '/b',
      '--allowedTools',
      'Read,Bash(ls:*)',
      '--continue',
      '--tools',
      '',
      '--no-session-persistence',
      '--max-turns',
      '3',
      '--model',
      'sonnet',
      '--setting-sources',
      '',
    ]);
  });

  it('leaves out what was not given, switches that are off and lists that are empty', () => {
    expect(
      toArgv({ continue: false, persistSession: true, allowedTools: [], additionalDirectories: [], mcpServers: {}, model: undefined }),
    ).toEqual([]);
  });

  it('leaves out what travels in another way', () => {
    expect(
      toArgv({
        agents: { a: { description: 'd', prompt: 'p' } },
        systemPrompt: 'x',
        cwd: '/',
        enableFileCheckpointing: true,
        promptSuggestions: true,
      }),
    ).toEqual([]);
  });

  it('writes a thinking budget with the flag all engines know', () => {
    expect(toArgv({ thinking: { type: 'enabled', budgetTokens: 2048 } })).toEqual(['--max-thinking-tokens', '2048']);
    expect(toArgv({ thinking: { type: 'disabled' }, maxThinkingTokens: 5 })).toEqual(['--thinking', 'disabled']);
  });

  it('writes the preset of tools, an in-process server and extra flags', () => {
    const given: Options = {
      tools: { type: 'preset', preset: 'claude_code' },
      extraArgs: { 'replay-user-messages': null, 'some-flag': 'v' },
    };
    expect(toArgv(given)).toEqual(['--tools', 'default', '--replay-user-messages', '--some-flag', 'v']);
  });

  it('never tears a rule apart', () => {
    const rules = ['Bash(echo "(" *)', 'Read(./secret)'];
    expect(read(toArgv({ disallowedTools: rules })).values).toEqual({ disallowedTools: rules });
  });
});

describe('fromArgv', () => {
  it('isolates by an empty list, in both forms', () => {
    expect(read(['--setting-sources', '', '--tools=']).values).toEqual({ settingSources: [], tools: [] });
  });

  it('keeps commas inside parentheses and adds up a flag given twice', () => {
    expect(read(['--allowedTools', 'Bash(a,b), Read', '--allowed-tools=Edit(x, y)']).values).toEqual({
      allowedTools: ['Bash(a,b)', 'Read', 'Edit(x, y)'],
    });
  });

  it('lets the last one win where there can be only one', () => {
    expect(read(['--model', 'a', '--model=b']).values).toEqual({ model: 'b' });
  });

  it('takes a value that looks like a flag, or holds an equals sign', () => {
    expect(read(['--model', '--strange', '--debug-file=a=b']).values).toEqual({ model: '--strange', debugFile: 'a=b' });
  });

  it('knows short names, collects the rest, and stops at --', () => {
    expect(read(['-c', 'hello', '-', '--', '--model', 'x'])).toEqual({
      values: { continue: true },
      rest: ['hello', '-', '--model', 'x'],
      unknown: [],
    });
  });

  it('names flags it does not know', () => {
    expect(read(['--from-the-future=1', '--model', 'm', '-z'])).toEqual({
      values: { model: 'm' },
      rest: [],
      unknown: ['--from-the-future', '-z'],
    });
  });

  it('turns a switch off by =false', () => {
    expect(read(['--continue=false', '--debug=true', '--no-session-persistence=false']).values).toEqual({
      continue: false,
      debug: true,
      persistSession: true,
    });
  });

  it('merges several --mcp-config', () => {
    const config = (name: string) => JSON.stringify({ mcpServers: { [name]: { command: name } } });
    expect(read(['--mcp-config', config('a'), '--mcp-config', config('b')]).values).toEqual({
      mcpServers: { a: { command: 'a' }, b: { command: 'b' } },
    });
  });

  it('reads a file where a value may be one', () => {
    const files: Record<string, string> = { 'agents.json': '{"a":{}}' };
    const readFile = (path: string) => files[path] ?? fail(path);
    expect(
      fromArgv(['--agents', 'agents.json', '--json-schema', '{"type":"object"}', '--model', 'agents.json'], rows, readFile).values,
    ).toEqual({
      agents: { a: {} },
      outputFormat: { type: 'json_schema', schema: { type: 'object' } },
      model: 'agents.json',
    });
    expect(() => fromArgv(['--agents', 'gone.json'], rows, readFile)).toThrow(
      '--agents: the file "gone.json" cannot be read: ENOENT gone.json',
    );
  });

  it.each([
    [['--model'], '--model needs a value.'],
    [['--max-turns', 'many'], '--max-turns takes a number, not "many".'],
    [['--max-turns', ' '], '--max-turns takes a number, not " ".'],
    [['--continue=maybe'], '--continue is a switch and takes no value, but was given "maybe".'],
    [['--agents', '{nope'], /^--agents takes JSON: /],
    [['--json-schema', ''], /^--json-schema takes JSON: /],
    [['--mcp-config', '{"servers":{}}'], '--mcp-config takes {"mcpServers": {name: server}}.'],
    [['--mcp-config', 'null'], '--mcp-config takes {"mcpServers": {name: server}}.'],
    [['--allowedTools', '[1]'], '--allowedTools takes a list of texts.'],
    [['--betas', '['], /^--betas takes JSON: /],
    [['--settings', 'null'], '--settings takes a JSON object or the name of a file that holds one.'],
  ])('says what is wrong with %j', (argv, message) => {
    const wrong = (() => {
      try {
        return read(argv);
      } catch (error) {
        return error;
      }
    })();
    expect(wrong).toMatchObject({
      code: 'invalid_option',
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
  });

  it('never throws anything but an error of ours', () => {
    const flagNames = sent.flatMap(([, row]) => [row.flag!.name, ...row.flag!.aliases]);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...flagNames),
            fc.string(),
            fc.tuple(fc.constantFrom(...flagNames), fc.oneof(fc.string(), fc.json())).map(([flag, value]) => `${flag}=${value}`),
          ),
        ),
        (argv) => {
          try {
            read(argv);
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_option' });
          }
        },
      ),
    );
  });
});

function fail(path: string): never {
  throw new Error(`ENOENT ${path}`);
}
