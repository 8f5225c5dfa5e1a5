import { globTest } from '../rules/path-pattern.js';

/** Folders whose files decide what runs later: never written without a question outside bypass. */
const folders = new Set(['.git', '.vscode', '.idea', '.husky', '.cargo', '.devcontainer', '.yarn', '.mvn', '.claude']);

/** Files of the same kind, at any depth. */
const files = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .inputrc .envrc ' +
    '.gitconfig .gitmodules .npmrc .pnpmfile.cjs .pnpmfile.mjs bunfig.toml .bunfig.toml .pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml ' +
    '.devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json mcp-servers.json trusted-folders.json gradle-wrapper.properties gradle-wrapper.jar maven-wrapper.properties maven-wrapper.jar'
  ).split(' '),
);

const fileStarts = ['.yarnrc', '.pnp.', '.bazel', 'lefthook', '.lefthook'];

/** The protected names that wildcards could mean. */
const dotted = [...folders, ...files, ...fileStarts, '.config'].filter((name) => name.startsWith('.'));

/** True for a path whose content can make programs run: settings of git, editors, shells, package managers and of the agent itself. */
export function isProtected(path: string): boolean {
  const names = path.split(/[/\\]/).map(fold);
  return names.some((name, at) => isProtectedFolder(names, name, at)) || isProtectedFile(names.findLast((name) => name !== '') ?? '');
}

/** True if a name with wildcards may mean a protected one. Only names that begin with a dot: wildcards do not stand for that dot. */
export function mayBeProtected(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') && /[*?[]/.test(name) && dotted.some(globTest(name.toLowerCase())));
}

/** Names that a file system may treat as the same compare equal: case, Unicode form, invisible and trailing characters, streams. */
function fold(name: string): string {
  const plain = /^[\x21-\x7e]*$/.test(name) ? name : name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return plain
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/(?<=[^. ])[. ]+$/, '');
}

function isProtectedFolder(names: readonly string[], name: string, at: number): boolean {
  if (name === '.config') return names[at + 1] === 'git';
  if (name === '.claude') return names[at + 1] !== 'worktrees' || names.length <= at + 2;
  return folders.has(name) || shortName.test(name);
}

/** The 8.3 names that some file systems give to these folders. */
const shortName = /^(git|claude|vscode|husky|cargo|devcon|yarn|idea|mvn)~\d$/;

function isProtectedFile(name: string): boolean {
  return files.has(name) || fileStarts.some((start) => name.startsWith(start));
}
