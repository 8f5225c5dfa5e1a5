/** A field that holds text; numbers and switches are read as they were written. */
export function textField(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? `[${value.join(', ')}]` : undefined; // an argument hint such as [file]
}

/** A list, written as one or as text with commas or blanks; what stands in parentheses stays together. */
export function listField(fields: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const value = fields[name];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string') return undefined;
  return (value.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? []).filter((part) => part !== '');
}

/** A switch; anything but yes and no is no answer. */
export function switchField(fields: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = fields[name];
  if (typeof value === 'boolean') return value;
  return value === 'yes' || value === 'on' ? true : value === 'no' || value === 'off' ? false : undefined;
}

/** Globs, written as a list or as text with commas; nothing when they fit every file. */
export function globField(fields: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const value = fields[name];
  const texts = typeof value === 'string' ? (value.match(/(?:\{[^}]*\}|[^,{])+/g) ?? []) : Array.isArray(value) ? value.map(String) : [];
  const globs = texts.map((text) => text.trim()).filter((text) => text !== '' && text !== '**' && text !== '**/*');
  return globs.length === 0 ? undefined : globs;
}
