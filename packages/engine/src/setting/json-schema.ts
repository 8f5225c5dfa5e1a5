import * as z from 'zod';
import { settingsSchema } from './settings.js';

/** The schema of settings files, for editors. */
export function settingsJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(settingsSchema(), { io: 'input' }) as Record<string, unknown>;
  return { $schema, title: 'Settings of Inboard', ...rest };
}
