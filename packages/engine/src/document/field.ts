/** A field that holds text; numbers and switches are read as they were written. */
export function textField(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? `[${value.join(', ')}]` : undefined; // an argument hint such as [file]
}

/** A list, written as one or as text with commas or blanks; what stands in parentheses stays together. */
export function listField(fields: Record<string, unknown>, name: string): string[] | undefined {
  const value = fields[name];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string') return undefined;
  return (value.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? []).filter((part) => part !== '');
}

/** A switch; anything but yes and no is no answer. */
export function switchField(fields: Record<string, unknown>, name: string): boolean | undefined {
  const value = fields[name];
  if (typeof value === 'boolean') return value;
  return value === 'yes' || value === 'on' ? true : value === 'no' || value === 'off' ? false : undefined;
}
