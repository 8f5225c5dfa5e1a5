import { AgentError, type OptionRow } from '@inboard/wire';
import * as z from 'zod';
import { flags } from './flags.js';
import { subcommands } from './subcommand.js';

const usage = `inboard completion: a script that completes commands and flags

  source <(inboard completion bash)              in ~/.bashrc
  source <(inboard completion zsh)               in ~/.zshrc
  inboard completion fish > ~/.config/fish/completions/inboard.fish
`;

/** A flag as a shell needs it. */
interface CompletedFlag {
  names: readonly string[];
  doc: string;
  takesValue: boolean;
  /** The values it takes, when there are few. */
  values: readonly string[];
  takesFile: boolean;
}

/** Prints the script for a shell. Returns the exit code. */
export function completion([shell]: readonly string[]): number {
  const scripts: Record<string, () => string> = { bash: bashScript, zsh: zshScript, fish: fishScript };
  if (shell === undefined || shell === '--help' || shell === '-h') return say(usage);
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (!script) throw new AgentError('invalid_option', `There is no completion for "${shell}". The shells are: bash, zsh, fish.`);
  return say(script());
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

const fileFlags = new Set([
  '--add-dir',
  '--plugin-dir',
  '--plugin-dir-no-mcp',
  '--debug-file',
  '--system-prompt-file',
  '--append-system-prompt-file',
]);

function completedFlags(): CompletedFlag[] {
  const rows = new Map(Object.values(flags).flatMap((row) => (row.flag ? [[row.flag.name, row] as const] : [])));
  return [...rows].map(([name, row]) => ({
    names: [name, ...row.flag!.aliases], // only rows with a flag are here
    doc: row.doc,
    takesValue: row.flag!.form.takesValue,
    values: valuesOf(row),
    takesFile: row.flag!.form.mayBeFile || fileFlags.has(name),
  }));
}

/** The words a flag chooses from, by the schema of its row. */
function valuesOf({ schema, flag }: OptionRow): string[] {
  if (!flag!.form.takesValue || flag!.form.mayBeFile) return []; // only asked of rows with a flag
  const { enum: single, items } = z.toJSONSchema(schema(), { unrepresentable: 'any', io: 'input' }) as {
    enum?: unknown[];
    items?: { enum?: unknown[] };
  }; // whatever else stands in it is of no use here
  return (single ?? items?.enum ?? []).filter((value) => typeof value === 'string');
}

function bashScript(): string {
  const all = completedFlags();
  const withValues = all.filter(({ values }) => values.length > 0);
  const files = all.filter(({ takesFile }) => takesFile);
  const others = all.filter(({ takesValue, takesFile, values }) => takesValue && !takesFile && values.length === 0);
  const cases = [
    ...withValues.map(
      ({ names, values }) => `    ${names.join('|')}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$cur")); return ;;`,
    ),
    `    ${files.flatMap(({ names }) => names).join('|')}) COMPREPLY=($(compgen -f -- "$cur")); return ;;`,
    `    ${others.flatMap(({ names }) => names).join('|')}) COMPREPLY=(); return ;;`,
  ];
  const branches = subcommands.map(
    ({ name, words, flags: own }) =>
      `    ${name}) COMPREPLY=($(compgen -W "${[...words, ...own, '--help'].join(' ')}" -- "$cur")); return ;;`,
  );
  return `# Completion of inboard for bash: source <(inboard completion bash)
_inboard() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$prev" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${branches.join('\n')}
  esac; fi
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "${all.flatMap(({ names }) => names).join(' ')}" -- "$cur")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${subcommands.map(({ name }) => name).join(' ')}" -- "$cur")); fi
}
complete -o default -F _inboard inboard
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\\\''")}'`;
const plain = (text: string) => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

function zshScript(): string {
  const specs = completedFlags().flatMap(({ names, doc, takesValue, takesFile, values }) => {
    const value = !takesValue ? '' : values.length > 0 ? `:value:(${values.join(' ')})` : takesFile ? ':file:_files' : ':value:';
    return names.map((name) => `    ${quoted(`*${name}[${plain(doc)}]${value}`)}`);
  });
  const first = subcommands.map(({ name, summary }) => quoted(`${name}:${plain(summary)}`)).join(' ');
  const branches = subcommands.map(
    ({ name, words, flags: own }) => `      ${name}) compadd -- ${[...words, ...own, '--help'].join(' ')} ;;`,
  );
  return `#compdef inboard
# Completion of inboard for zsh: source <(inboard completion zsh)
_inboard() {
  local -a commands specs
  commands=(${first})
  specs=(
${specs.join('\n')}
  )
  if (( CURRENT > 2 )); then
    case "$words[2]" in
${branches.join('\n')}
    esac
    (( \${+compstate[nmatches]} && compstate[nmatches] > 0 )) && return
  fi
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then _describe command commands; return; fi
  _arguments $specs '*:file:_files'
}
compdef _inboard inboard
`;
}

function fishScript(): string {
  const names = subcommands.map(({ name }) => name).join(' ');
  const commands = subcommands.flatMap(({ name, summary, words, flags: own }) => [
    `complete -c inboard -n "__fish_use_subcommand" -a ${name} -d ${quoted(summary)}`,
    ...(words.length > 0 ? [`complete -c inboard -n "__fish_seen_subcommand_from ${name}" -f -a ${quoted(words.join(' '))}`] : []),
    ...own.map((flag) => `complete -c inboard -n "__fish_seen_subcommand_from ${name}" -l ${flag.slice(2)}`),
  ]);
  const lines = completedFlags().map(({ names: all, doc, takesValue, takesFile, values }) => {
    const forms = all.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
    const value = !takesValue ? '' : takesFile ? ' -r' : ` -x${values.length > 0 ? ` -a ${quoted(values.join(' '))}` : ''}`;
    return `complete -c inboard -n "not __fish_seen_subcommand_from ${names}" ${forms}${value} -d ${quoted(doc)}`;
  });
  return `# Completion of inboard for fish: inboard completion fish > ~/.config/fish/completions/inboard.fish\n${[...commands, ...lines].join('\n')}\n`;
}
