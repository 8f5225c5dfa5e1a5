/** A file name on one line: one with control characters is quoted, so that it cannot pass for several names. */
export function showName(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
