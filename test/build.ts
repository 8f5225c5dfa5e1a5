import { bundle } from '../scripts/build.js';

/** Builds what tests start or import as users do, so that they see the sources of today. */
export default async function setup(): Promise<void> {
  await bundle();
}
