import { bundle } from '../scripts/build.js';

/** Builds what tests start as programs once, so that they see the sources of today. */
export default async function setup(): Promise<void> {
  await bundle(['cli', 'sdk']);
}
