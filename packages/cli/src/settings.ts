import { describeSettings, resolveSettings } from '@inboard/engine';

/** `inboard settings show`: every setting in force and the file it comes from. */
export async function showSettings(): Promise<string> {
  const { layers, problems, notApplied, idle } = await resolveSettings({ cwd: process.cwd(), env: process.env });
  const settings = describeSettings(layers);
  const width = Math.max(0, ...settings.map(({ name }) => name.length));
  const named = (keys: readonly string[], path: string) => keys.map((key) => `${key} in ${path}`);
  const sections = [
    settings.length === 0
      ? ['No settings are in force.']
      : settings.map(({ name, value, level, path }) => `${name.padEnd(width)}  ${JSON.stringify(value)}  (${level}: ${path})`),
    titled('Not applied:', notApplied),
    titled('Cannot be used:', problems),
    titled(
      'Unknown keys:',
      idle.flatMap(({ unknown, path }) => named(unknown, path)),
    ),
    titled(
      'Kept for other programs, not acted on:',
      idle.flatMap(({ kept, path }) => named(kept, path)),
    ),
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
