import { bundle } from '../scripts/build.js';

/** Builds the command line once, so that the tests that start it see the sources of today. */
export default async function setup(): Promise<void> {
  await bundle(['cli']);
}
