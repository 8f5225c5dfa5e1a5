/** A prompt that names a command. */
export interface NamedCommand {
  name: string;
  argument: string;
}

/** Reads `/name argument`; a path such as `/etc/hosts` is no command. */
export function parseCommand(prompt: string): NamedCommand | undefined {
  const match = /^\/([A-Za-z][\w:.-]*)(?:\s+([\s\S]*))?$/.exec(prompt.trim());
  return match ? { name: match[1]!, argument: (match[2] ?? '').trim() } : undefined;
}
