/** True if a name with wildcards may mean `..`: some shells let `.*` and `.?` lead out of the folder. */
export function mayBeParent(name: string): boolean {
  if (name === '..') return true;
  const rest = /^\.(?=[*?[])(.*)$/s.exec(name)?.[1];
  if (rest === undefined) return false;
  const one = rest.replaceAll('*', '');
  if (one === '' || one === '?') return true;
  const set = /^\[([!^]?)([^\]]*)\]$/.exec(one);
  return set !== null && (set[1] === '') === /\.|[!-.]-[.-~]/.test(set[2]!);
}
