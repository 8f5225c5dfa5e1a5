import { forEachChild, parse, type Assignment, type Command, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { evaluationIn, hazardOf, holdsSubstitution } from './hazard.js';

/** A command of the syntax tree, with what surrounds it. */
export interface CommandSite {
  readonly prefix: readonly Assignment[];
  readonly name: Word | undefined;
  readonly args: Command['args'];
  readonly redirects: readonly Redirection[];
  /** Reads from a pipe. */
  readonly piped: boolean;
  /** A keyword of the shell that looks like a program. */
  readonly keyword?: string;
}

/** Everything found in a script. */
export interface Collected {
  sites: CommandSite[];
  /** Each value given to a variable; undefined for one that is not a plain word. */
  assigned: [name: string, value: Word | undefined][];
  /** Every word that a variable is given, one by one in a loop. */
  values: Word[];
  /** The words that loops go through. */
  looped: Word[];
  hazards: Set<string>;
  /** Why the text of a variable may be run. */
  evaluations: Set<string>;
  /** Some plain text looks like a substitution. */
  holdsSubstitution: boolean;
  /** Why the grammar could not read it all. */
  unreadable: string | undefined;
}

/** No system hands a longer text to a shell. */
export const longestRun = 128 * 1024;

const deepest = 64;

/** Finds every command at every depth of a script. Never throws. */
export function collect(script: string): Collected {
  const found: Collected = {
    sites: [],
    assigned: [],
    values: [],
    looped: [],
    hazards: new Set(),
    evaluations: new Set(),
    holdsSubstitution: false,
    unreadable: undefined,
  };
  const piped = new Set<SyntaxNode>();
  if (script.length > longestRun) found.unreadable = `the command has ${script.length} characters, more than a shell takes`;
  else if (depthOf(script) > deepest) found.unreadable = 'the command is nested too deep to be read';
  if (found.unreadable !== undefined) return found;
  try {
    visit(parse(script), found, piped);
  } catch (error) {
    found.unreadable = `the command cannot be read as bash (${error instanceof Error ? error.message : String(error)})`;
  }
  return found;
}

function visit(node: SyntaxNode, found: Collected, piped: Set<SyntaxNode>): void {
  const hazard = hazardOf(node);
  if (hazard !== undefined) found.hazards.add(hazard);
  const evaluation = evaluationIn(node);
  if (evaluation !== undefined) found.evaluations.add(evaluation);
  if (holdsSubstitution(node)) found.holdsSubstitution = true;
  note(node, found, piped);
  forEachChild(node, (child) => visit(child, found, piped));
}

function note(node: SyntaxNode, found: Collected, piped: Set<SyntaxNode>): void {
  switch (node.type) {
    case 'Script':
      if (node.errors !== undefined && node.errors.length > 0)
        found.unreadable ??= `the command cannot be read as bash (${node.errors[0]!.message})`;
      return;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      if (node.script === undefined) found.unreadable ??= 'the command holds a substitution that cannot be read';
      return;
    case 'Pipeline':
      for (const command of node.commands.slice(1)) piped.add(command);
      return;
    case 'Command':
      found.sites.push({
        prefix: node.prefix.filter((each) => each.type === 'Assignment'),
        name: node.name,
        args: node.args,
        redirects: node.redirects,
        piped: piped.has(node),
      });
      return;
    case 'Redirected':
      found.sites.push({ prefix: [], name: undefined, args: [], redirects: node.redirects, piped: false });
      return;
    case 'TestCommand':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      found.sites.push({
        prefix: [],
        name: undefined,
        args: [],
        redirects: [],
        piped: false,
        keyword: node.type === 'TestCommand' ? '[[' : '((',
      });
      return;
    case 'Assignment':
      if (node.value.type === 'Word') found.values.push(node.value);
      found.assigned.push([
        node.name,
        node.value.type === 'Word' && node.append !== true && node.index === undefined ? node.value : undefined,
      ]);
      return;
    case 'For':
    case 'Select':
      found.values.push(...(node.wordlist ?? []));
      found.looped.push(...(node.wordlist ?? []));
      found.assigned.push([node.name.text, node.wordlist?.length === 1 ? node.wordlist[0] : undefined]);
      return;
    case 'ParameterExpansion':
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) found.assigned.push([node.parameter, undefined]);
      return;
    default:
  }
}

/** At least how deep brackets and backquotes are nested, at a glance. */
function depthOf(script: string): number {
  let depth = 0;
  let most = 0;
  for (let i = 0; i < script.length; i++) {
    const code = script.charCodeAt(i);
    if (code === 40 || code === 123) most = Math.max(most, ++depth);
    else if ((code === 41 || code === 125) && depth > 0) depth--;
  }
  return most;
}
