import * as z from 'zod';
import { anyHook, hookSetting, settingsSchema } from './settings.js';

/** The schema of settings files, for editors: stricter about hooks than the engine, which looks at them one by one. */
export function settingsJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = toJson(settingsSchema());
  return { $schema, title: 'Settings of Inboard', ...rest };
}

function toJson(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== anyHook()) return;
      const { $schema: _, ...hook } = toJson(hookSetting());
      Object.assign(jsonSchema, hook);
    },
  });
}
