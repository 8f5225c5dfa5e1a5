/** A pattern for a name: `*.ts`, `.ts`, `ts`, `TypeScript`, `README`. */
export function globOf(name: string): string {
  const plain = name.toLowerCase();
  if (Object.hasOwn(languages, plain)) return `**/*.${languages[plain]}`;
  if (/[*?[{]/.test(name)) return name.includes('/') ? name : `**/${name}`;
  if (endings.has(plain)) return `**/*.${plain}`;
  if (/^\.\w+$/.test(name)) return `**/*${name}`;
  return /\w\.\w+$/.test(name) ? `**/${name}` : `**/*${name}*`;
}

const languages: Record<string, string> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  markdown: 'md',
  rust: 'rs',
  ruby: 'rb',
  text: 'txt',
  yaml: 'y{a,}ml',
};
const endings = new Set('c cpp css go h html java js json jsx md mjs py rb rs sh sql toml ts tsx txt xml yml'.split(' '));

const here = /^(?:this|the|here|it|\.|current|your|my|all|our|files?|project|repo|repository|code)$/i;

/** The folder a request is about, unless it is the one we are in. */
export function where(folder: string): { path?: string } {
  return folder === '' || here.test(folder) ? {} : { path: folder.replace(/(?<=.)\/$/, '') };
}

/** What people search for is text, not a regular expression. */
export function literal(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The part of a form that names a folder. */
export const inFolder = String.raw`(?: (?:in|under|inside|of|from) (?:the )?(?:folder |directory |dir )?<file>(?: (?:folder|directory|dir|project|repo|repository))?)?`;
