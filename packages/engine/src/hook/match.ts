const exactList = /^[\w\- ,|]+$/;

/**
 * Whether a matcher is for a value: nothing and `*` match all; plain names separated by `|` or `,`
 * match exactly; anything else is a regular expression. A broken expression matches everything, so
 * that a gate cannot be lost to a typing mistake.
 */
export function matchesHook(matcher: string | undefined, value: string | undefined, otherNames: readonly string[] = []): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  if (value === undefined) return true;
  const names = [value, ...otherNames];
  if (exactList.test(matcher)) {
    const wanted = matcher.split(/[|,]/).map((name) => name.trim());
    return names.some((name) => wanted.includes(name));
  }
  try {
    const pattern = new RegExp(matcher);
    return names.some((name) => pattern.test(name));
  } catch {
    return true; // reported when the hooks are read
  }
}
