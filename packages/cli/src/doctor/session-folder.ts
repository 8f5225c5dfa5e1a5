import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDir } from '@inboard/engine';
import { errorText } from '@inboard/wire';
import type { Check } from './check.js';

const littleBytes = 500 * 1024 * 1024;

/** Whether sessions can be written, and whether there is room for them. */
export const sessionFolder: Check = async ({ env }) => {
  const folder = join(configDir(env), 'sessions');
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    const text = `${folder} can be written, ${(free / 2 ** 30).toFixed(1)} GB free`;
    if (free < littleBytes)
      return [{ name: 'sessions', status: 'warn', text, advice: 'Make room: a session that cannot be written stops.' }];
    return [{ name: 'sessions', status: 'ok', text }];
  } catch (error) {
    const advice = `Make ${folder} writable, or set CLAUDE_CONFIG_DIR to a folder that is.`;
    return [{ name: 'sessions', status: 'fail', text: `cannot be written: ${errorText(error)}`, advice }];
  }
};
