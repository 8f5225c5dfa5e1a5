import ignore, { type Ignore } from 'ignore';
import type { PermissionPolicy, PermissionRule } from '../policy.js';
import { contains } from '../path/contain.js';

/** The folder a pattern starts from. */
type Anchor = 'root' | 'home' | 'source' | 'cwd';

/** What a `Read(...)` or `Edit(...)` rule says about paths, by the rules of .gitignore. */
export interface PathPattern {
  /** True if the rule means this absolute path. */
  matches(path: string, policy: PermissionPolicy): boolean;
  /** True if the rule means this folder or any file in it. */
  covers(folder: string, policy: PermissionPolicy): boolean;
  /** True if the rule may mean a file below this folder or, with a glob, one that the glob also means. */
  mayMeet(folder: string, glob: string | undefined, policy: PermissionPolicy): boolean;
}

/** Reads the inside of a path rule: `//absolute`, `~/home`, `/from the settings folder` or `relative`. */
export function pathPattern(rule: PermissionRule): PathPattern {
  const content = (rule.value.ruleContent ?? '**').normalize('NFC');
  const { anchor, rest } = splitAnchor(content);
  const restricts = rule.behavior !== 'allow';
  const matcher = gitignore(restricts && anchor === 'cwd' && /^[^/*?[\]]+\/\*\*$/.test(rest) ? `**/${rest}` : rest, restricts);
  const bases = (policy: PermissionPolicy) => basesOf(anchor, rule, policy);
  const matches: PathPattern['matches'] = (path, policy) => bases(policy).some((base) => matchesBelow(matcher, base, path, restricts));
  return {
    matches,
    covers: (folder, policy) => matches(folder, policy) || matches(join(folder, anyName), policy),
    mayMeet: (folder, glob, policy) =>
      glob === undefined
        ? bases(policy).some((base) => contains(folder, literalStart(base, rest)))
        : meets(rest, folder, glob, (path) => matches(path, policy)),
  };
}

/** A name that no pattern spells out. */
const anyName = 'a-name-like-any-other';

function join(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

function splitAnchor(content: string): { anchor: Anchor; rest: string } {
  if (content.startsWith('//')) return { anchor: 'root', rest: content.slice(1) };
  if (content === '~' || content.startsWith('~/')) return { anchor: 'home', rest: content.slice(1) || '/**' };
  if (content.startsWith('/')) return { anchor: 'source', rest: content };
  return { anchor: 'cwd', rest: content.startsWith('./') ? content.slice(2) || '**' : content };
}

function gitignore(pattern: string, ignorecase: boolean): Ignore {
  return ignore({ ignorecase }).add(/^[!#]/.test(pattern) ? `\\${pattern}` : pattern);
}

/** A restriction holds from each working directory; an approval only from where it was given. */
function basesOf(anchor: Anchor, rule: PermissionRule, policy: PermissionPolicy): readonly string[] {
  if (anchor === 'root') return ['/'];
  if (anchor === 'home') return [policy.home];
  if (anchor === 'source') return [rule.anchor];
  return rule.behavior === 'allow' ? [policy.directories[0] ?? policy.cwd] : [...new Set([...policy.directories, policy.cwd])];
}

function matchesBelow(matcher: Ignore, base: string, path: string, restricts: boolean): boolean {
  const relative = below(base, path.normalize('NFC'));
  if (relative === undefined || relative === '' || !ignore.isPathValid(relative)) return false;
  return matcher.ignores(relative) || (restricts && matcher.ignores(`${relative}/`));
}

function below(base: string, path: string): string | undefined {
  if (!contains(base, path)) return undefined;
  return path.slice(base === '/' ? 1 : base.length + 1);
}

/** Tries the folder with a name the glob could mean, and with the last name of the pattern if the glob means it. */
function meets(rest: string, folder: string, glob: string, matches: (path: string) => boolean): boolean {
  const last = rest.split('/').findLast((name) => name !== '') ?? '';
  const [sample, named] = [glob, last].map((text) => text.replaceAll(/\*+|\?|\[[^\]]*\]/g, 'x')) as [string, string]; // two in, two out
  if (matches(join(folder, sample)) || (named !== '' && globTest(glob)(named) && matches(join(folder, named)))) return true;
  return glob.includes('/') && globTest(glob.slice(glob.lastIndexOf('/') + 1))(named);
}

/** The part of an anchored pattern before its first wildcard, as a path. */
function literalStart(base: string, rest: string): string {
  const fixed = rest.split('/').filter((name) => name !== '');
  const end = fixed.findIndex((name) => /[*?[]/.test(name));
  return [base === '/' ? '' : base, ...fixed.slice(0, end === -1 ? fixed.length : end)].join('/') || '/';
}

/** A test for names by a shell glob; what it cannot read it takes to match. */
export function globTest(glob: string): (name: string) => boolean {
  const source = glob.replaceAll(/\*+|\?|\[[^\]]*\]|[^*?[]/g, (piece) =>
    piece.startsWith('*') ? '[^]*' : piece === '?' || piece.startsWith('[') ? '[^]' : piece.replace(/[\\^$.|+(){}\]]/g, '\\$&'),
  );
  try {
    const test = new RegExp(`^${source}$`);
    return (name) => test.test(name);
  } catch {
    return () => true; // an odd bracket: assume the worst
  }
}
