import { AgentError } from '@inboard/wire';

/** A flag: its other names, and whether it can be given more than once. A switch takes no value. */
export interface Flag {
  aliases?: readonly string[];
  many?: boolean;
  isSwitch?: boolean;
}

/** Words of a command line: values by flag, and what stands outside of flags. */
export interface Words {
  values: Map<string, string[]>;
  rest: string[];
}

/**
 * Reads flags and other words. `endsAt` is asked after each word that is no flag, with those so far: when it
 * says so, what follows belongs to somebody else and is not read.
 */
export function readWords(words: readonly string[], flags: Record<string, Flag>, endsAt: (rest: string[]) => boolean = () => false): Words {
  const values = new Map<string, string[]>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--') return { values, rest: [...rest, ...words.slice(at + 1)] };
    if (!word.startsWith('-') || word === '-') {
      rest.push(word);
      if (endsAt(rest)) return { values, rest: [...rest, ...words.slice(words[at + 1] === '--' ? at + 2 : at + 1)] };
      continue;
    }
    const { name, flag, attached } = findFlag(word, flags);
    const value = flag.isSwitch ? '' : (attached ?? words[(at += 1)]);
    if (value === undefined) throw new AgentError('invalid_option', `${name} needs a value.`);
    if (values.has(name) && !flag.many) throw new AgentError('invalid_option', `${name} is given twice.`);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { values, rest };
}

function findFlag(word: string, flags: Record<string, Flag>): { name: string; flag: Flag; attached: string | undefined } {
  const cut = word.startsWith('--') ? word.indexOf('=') : -1;
  const given = cut === -1 ? word : word.slice(0, cut);
  const found = Object.entries(flags).find(([name, { aliases = [] }]) => name === given || aliases.includes(given));
  if (!found) throw new AgentError('unknown_option', `Unknown flag ${given}. "inboard mcp" shows the flags.`);
  if (found[1].isSwitch && cut !== -1) throw new AgentError('invalid_option', `${given} takes no value.`);
  return { name: found[0], flag: found[1], attached: cut === -1 ? undefined : word.slice(cut + 1) };
}
