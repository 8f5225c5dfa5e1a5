import type { Command } from '../command/command.js';
import type { SettingsLayer } from '../setting/settings.js';

/** Skills as settings want them: `off`, `user-invocable-only`, `name-only`, or `on` as they are. */
export function overrideSkills(skills: readonly Command[], layers: readonly SettingsLayer[]): Command[] {
  const overrides = new Map(layers.flatMap(({ settings }) => Object.entries(settings.skillOverrides ?? {})));
  return skills.flatMap((skill) => {
    switch (overrides.get(skill.name)) {
      case 'off':
        return [];
      case 'user-invocable-only':
        return [{ ...skill, forModel: false }];
      case 'name-only':
        return [{ ...skill, description: '' }];
      default:
        return [skill];
    }
  });
}
