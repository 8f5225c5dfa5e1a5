import { defineControl } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Merges settings into the layer of the command line; `null` clears a key. */
export const applyFlagSettingsRequest = defineControl({
  subtype: 'apply_flag_settings',
  from: ['host'],
  params: () => z.object({ settings: shared.record() }),
  result: () => z.object({}),
});
