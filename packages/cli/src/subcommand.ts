/** A word that is a command of its own. */
export interface Subcommand {
  name: string;
  /** One line for the help. */
  summary: string;
  /** Words that may follow it. */
  words: readonly string[];
  /** Flags it takes. */
  flags: readonly string[];
  /** It takes other words than those listed as well. */
  takesMore?: boolean;
  /** Runs it with the words that follow. Returns the exit code. */
  run(words: readonly string[]): Promise<number>;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

const trustUsage = `inboard trust: let the files of a folder widen what an agent may do there

  inboard trust [folder]             look at what it prints
  inboard trust --remove [folder]    take it back
`;

const settingsUsage = `inboard settings show: every setting in force and its file, what is not applied, and what is wrong
"inboard config --help" says how to change one.
`;

const doctorUsage = `inboard doctor [--json]: what works here, what does not, and what to do about it
`;

const demoUsage = `inboard demo: watch it read, mend and test a small program made for it, with your permission
`;

const wantsHelp = (words: readonly string[]) => words.includes('--help') || words.includes('-h');

/** Every subcommand. What each needs is loaded when it runs. */
export const subcommands: readonly Subcommand[] = [
  {
    name: 'completion',
    summary: 'a completion script for bash, zsh or fish',
    words: ['bash', 'zsh', 'fish'],
    flags: [],
    run: async (words) => (await import('./completion.js')).completion(words),
  },
  {
    name: 'config',
    summary: 'list, get, set, add and remove settings',
    words: ['list', 'get', 'set', 'add', 'remove'],
    flags: ['--scope'],
    run: async (words) => (await import('./config.js')).config(words),
  },
  {
    name: 'demo',
    summary: 'watch it mend a small program, with your permission',
    words: [],
    flags: [],
    run: async (words) => (wantsHelp(words) ? say(demoUsage) : (await import('./demo.js')).demo()),
  },
  {
    name: 'doctor',
    summary: 'what works here, and what does not',
    words: [],
    flags: ['--json'],
    run: async (words) => (wantsHelp(words) ? say(doctorUsage) : (await import('./doctor/doctor.js')).doctor(words)),
  },
  {
    name: 'mcp',
    summary: 'list, add, remove and log in at MCP servers',
    words: ['list', 'get', 'add', 'add-json', 'remove', 'login', 'logout'],
    flags: ['--scope', '--transport', '--env', '--header', '--headers-helper', '--client-id', '--callback-port', '--json'],
    takesMore: true,
    run: async (words) => (await import('./mcp/mcp.js')).mcp(words),
  },
  {
    name: 'permissions',
    summary: 'explain what would happen to a call, and why',
    words: ['explain'],
    flags: ['--allow', '--deny', '--ask', '--mode', '--cwd', '--add-dir'],
    takesMore: true,
    run: async (words) => (await import('./permissions.js')).permissions(words),
  },
  {
    name: 'sessions',
    summary: 'list, show, fork, remove and export sessions',
    words: ['list', 'show', 'fork', 'rm', 'export'],
    flags: ['--all', '--json'],
    takesMore: true,
    run: async (words) => (await import('./sessions.js')).sessions(words),
  },
  {
    name: 'settings',
    summary: 'show every setting in force, and its file',
    words: ['show'],
    flags: [],
    run: async (words) => say(wantsHelp(words) ? settingsUsage : await (await import('./settings.js')).showSettings()),
  },
  {
    name: 'trust',
    summary: "let a project's files widen what is allowed",
    words: [],
    flags: ['--remove'],
    run: async (words) => say(wantsHelp(words) ? trustUsage : await (await import('./trust.js')).trust(words)),
  },
];

/** The subcommand a command line names. A word that goes on like a sentence is the beginning of a prompt. */
export function findSubcommand([first, ...rest]: readonly string[]): { command: Subcommand; words: string[] } | undefined {
  const command = subcommands.find(({ name }) => name === first);
  if (!command) return undefined;
  const isMeant = command.takesMore || rest.length < 2 || rest[0]!.startsWith('-') || command.words.includes(rest[0]!);
  return isMeant ? { command, words: rest } : undefined;
}
