/**
 * True when a command line is one plain command that a rule names: `docker`, `docker:*` or `git push *`.
 * Anything that could start a second command keeps the whole line confined.
 */
export function isExcluded(command: string, rules: readonly string[]): boolean {
  const line = command.trim();
  if (line === '' || /[;&|<>()$`\\\n\r{}!*?[\]~#'"]/.test(line)) return false;
  const words = line.split(/\s+/);
  return rules.some((rule) => {
    const wanted = rule
      .replace(/(:\*|\s+\*)$/, '')
      .trim()
      .split(/\s+/);
    return wanted[0] !== '' && wanted[0] !== '*' && wanted.every((word, index) => words[index] === word);
  });
}
