import { findBubblewrap, resolveSettings, settingOf } from '@inboard/engine';
import { errorText } from '@inboard/wire';
import type { Check, Place } from './check.js';
import { firstLine } from './run.js';

/** Whether the sandbox of shell commands can be used. Fails only where settings ask for it. */
export const bubblewrap: Check = async (place) => {
  const wanted = await isWanted(place);
  const found = await findBubblewrap(place.env.PATH ?? '', [place.cwd]).then(
    (path) => firstLine(path, ['--version']),
    (error: unknown) => ({ problem: errorText(error) }),
  );
  if ('line' in found) return [{ name: 'bubblewrap', status: 'ok', text: found.line }];
  return [
    {
      name: 'bubblewrap',
      status: wanted ? 'fail' : 'warn',
      text: found.problem,
      advice: wanted
        ? 'Settings turn the sandbox on: install bubblewrap, or turn it off.'
        : 'Needed for the sandbox of shell commands alone.',
    },
  ];
};

async function isWanted(place: Place): Promise<boolean> {
  return settingOf(await resolveSettings(place), 'sandbox')?.value.enabled === true;
}
