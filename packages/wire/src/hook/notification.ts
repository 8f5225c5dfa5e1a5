import { defineHook } from '../define.js';
import * as z from 'zod';

/** The engine wants the attention of a person. */
export const notificationHook = defineHook({
  event: 'Notification',
  matchOn: 'notification_type',
  input: () => z.object({ message: z.string(), title: z.string().optional(), notification_type: z.string() }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
