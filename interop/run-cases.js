// Runs the cases of one file and prints one line of JSON for each. Leaves at once: the published SDK would linger.
import { pathToFileURL } from 'node:url';
import { mainSdk, sdks } from './sdks.js';

const limitMs = 60_000;
const [path, only] = process.argv.slice(2);
const { cases } = await import(pathToFileURL(path).href);
const { lacks } = sdks[process.env.INTEROP_SDK ?? mainSdk];
const unhandled = [];
process.setMaxListeners(0);
process.on('unhandledRejection', (error) => unhandled.push(error));

for (const [name, run] of Object.entries(cases)) {
  if ((only !== undefined && !name.includes(only)) || lacks.includes(name)) continue;
  const started = performance.now();
  const problem = await attempt(run);
  console.log(JSON.stringify({ name, ms: Math.round(performance.now() - started), ...(problem !== undefined && { problem }) }));
}
process.exit(0);

async function attempt(run) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs)));
  try {
    await Promise.race([run(), late]);
    if (unhandled.length > 0) throw new Error(`unhandled: ${String(unhandled.splice(0)[0])}`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}
