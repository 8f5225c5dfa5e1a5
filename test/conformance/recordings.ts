import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TrafficLine } from '@inboard/testing';

/** One recorded connection: the command line, then what each side wrote. */
export interface Recording {
  name: string;
  argv: string[];
  lines: TrafficLine[];
}

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const beside = fileURLToPath(new URL('../../../shared/wire', import.meta.url));

/** Our own recordings, and those of other engines where this machine has them. */
export function readRecordings(): Recording[] {
  const others = process.env.INBOARD_RECORDINGS ?? beside;
  return [fixtures, ...(existsSync(others) ? [others] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .toSorted()
      .map((name) => readRecording(join(folder, name))),
  );
}

function readRecording(path: string): Recording {
  const recording: Recording = { name: basename(path, '.ndjson'), argv: [], lines: [] };
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as { argv?: string[]; host?: TrafficLine['message']; engine?: TrafficLine['message'] }; // our own format
    if (line.argv) recording.argv = line.argv;
    if (line.host) recording.lines.push({ from: 'host', message: line.host });
    if (line.engine) recording.lines.push({ from: 'engine', message: line.engine });
  }
  return recording;
}
