/** Splits arguments at blanks; quotes hold words together. */
export function splitArguments(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) =>
    double === undefined ? (single ?? plain!) : double.replaceAll(/\\(.)/g, '$1'),
  );
}

export interface Substitution {
  argument: string;
  /** Names of arguments, by position. */
  names?: readonly string[];
  /** Values of `${NAME}`. */
  variables?: Readonly<Record<string, string>>;
}

const place = /\\(\$)|\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$(\d+)(?!\w)|\$\{([A-Z_]+)\}|\$([A-Za-z_][\w-]*)/g;

/** Whether a text has a place for arguments. */
export function takesArguments(text: string, names: readonly string[] = []): boolean {
  return [...text.matchAll(place)].some(
    ([, , index, all, position, , name]) =>
      index !== undefined || all !== undefined || position !== undefined || (name !== undefined && names.includes(name)),
  );
}

/** Puts arguments and variables into a text, in one pass: what was put in is not looked at again. */
export function substitute(text: string, { argument, names = [], variables = {} }: Substitution): string {
  const words = splitArguments(argument);
  return text.replaceAll(place, (whole, escaped, index, all, position, variable, name) => {
    if (escaped !== undefined) return '$';
    if (all !== undefined) return argument;
    if (index !== undefined || position !== undefined) return words[Number(index ?? position)] ?? '';
    if (variable !== undefined) return Object.hasOwn(variables, variable as string) ? variables[variable as string]! : whole;
    return names.includes(name as string) ? (words[names.indexOf(name as string)] ?? '') : whole;
  });
}
