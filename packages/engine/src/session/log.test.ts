import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTranscript } from './load.js';
import { createFileLog } from './log.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-log-'));
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  path = join(folder, 'deep', 'transcript.jsonl');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const numbers = async (file = path) => (await loadTranscript(file)).records.map((record) => record.n);

describe('the log', () => {
  it('appends whole lines to a file for the user alone', async () => {
    const log = createFileLog(path);
    log.append({ type: 'x', n: 1, text: 'a\u2028\nb' });
    log.append({ type: 'x', n: 2 });
    log.sync();
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('{"type":"x","n":1,"text":"a\\u2028\\nb"}\n{"type":"x","n":2}\n');
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'deep')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('closes off a line that was cut before it writes the next one', async () => {
    const first = createFileLog(path);
    first.append({ type: 'x', n: 1 });
    await first.close();
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"x","n":`);
    const second = createFileLog(path);
    second.append({ type: 'x', n: 3 });
    await second.close();
    expect(await loadTranscript(path)).toMatchObject({ records: [{ n: 1 }, { n: 3 }], skipped: { count: 1 } });
  });

  it('puts a deleted file back, and stops at one that was replaced', async () => {
    const notices: string[] = [];
    const unsaved: string[] = [];
    const log = createFileLog(path, { onNotice: (text) => notices.push(text), onUnsaved: (_path, lines) => unsaved.push(lines) });
    log.append({ type: 'x', n: 1 });
    rmSync(path);
    log.append({ type: 'x', n: 2 });
    log.sync();
    expect(await numbers()).toEqual([1, 2]);
    expect(notices).toEqual([expect.stringContaining('put back')]);
    writeFileSync(`${path}.new`, '');
    renameSync(`${path}.new`, path);
    expect(() => log.sync()).toThrow(/was replaced by another file/);
    expect(() => log.append({ type: 'x', n: 3 })).toThrow(/was replaced/);
    await log.close();
    expect(unsaved).toEqual(['{"type":"x","n":3}\n']);
  });

  it('does not mind a second name of the file', async () => {
    const log = createFileLog(path, { onOpen: () => linkSync(path, `${path}.link`) });
    log.append({ type: 'x', n: 1 });
    rmSync(`${path}.link`);
    log.sync();
    await log.close();
    expect(await numbers()).toEqual([1]);
  });
});

const strace = spawnSync('strace', ['-V']).status === 0;

describe.runIf(strace)('a disk that fails', () => {
  const program = join(root, 'program.mjs');
  beforeAll(async () => {
    const source = `
      import { createFileLog } from ${JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)))};
      const log = createFileLog(process.argv[2], { onUnsaved: (path, lines) => process.stderr.write('UNSAVED ' + lines) });
      const saved = [];
      let failure;
      try {
        if (process.argv[3] === 'begin') log.begin([1, 2, 3].map((n) => ({ type: 'x', n })));
        else for (let n = 1; n <= 6; n += 1) {
          log.append({ type: 'x', n, text: 'y'.repeat(100) });
          log.sync();
          saved.push(n);
        }
      } catch (error) {
        failure = { code: error.code, errno: error.data.errno, path: error.data.path };
      }
      await log.close();
      process.stdout.write(JSON.stringify({ saved, failure }));
    `;
    await build({
      stdin: { contents: source, resolveDir: folder ?? root, loader: 'js' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: program,
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  });

  const run = (inject: string, { watch = path, args = [] as string[] } = {}) => {
    const { stdout, stderr } = spawnSync(
      'strace',
      ['-f', '-o', '/dev/null', '-P', watch, '-e', `inject=${inject}`, process.execPath, program, path, ...args],
      { encoding: 'utf8' },
    );
    return { ...(JSON.parse(stdout) as { saved: number[]; failure?: { code: string; errno: string; path: string } }), stderr };
  };

  it('is said so at whichever write it fails; what was saved stays, the rest is handed over', async () => {
    for (let nth = 1; nth <= 7; nth += 1) {
      rmSync(path, { force: true });
      const { saved, failure, stderr } = run(`write:error=ENOSPC:when=${nth}+`);
      const all = [1, 2, 3, 4, 5, 6].slice(0, nth - 1);
      expect({ nth, saved, stored: existsSync(path) ? await numbers() : [] }).toEqual({ nth, saved: all, stored: all });
      if (nth > 6) expect(failure).toBeUndefined();
      else
        expect({ failure, unsaved: stderr.includes(`"n":${nth}`) }).toEqual({
          failure: { code: 'session_write_failed', errno: 'ENOSPC', path },
          unsaved: true,
        });
    }
  }, 60_000);

  it('is tried again when there is room', async () => {
    const { failure, stderr } = run('write:error=ENOSPC:when=3');
    expect(failure?.errno).toBe('ENOSPC');
    expect(stderr).not.toContain('UNSAVED');
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('never leaves the half of a beginning', async () => {
    const begin = (inject: string) => run(inject, { watch: `${path}.new`, args: ['begin'] }).failure?.errno;
    for (const inject of ['write:error=ENOSPC:when=2+', 'fsync:error=EIO:when=1'])
      expect([begin(inject), existsSync(path)]).toEqual([inject.slice(inject.indexOf('=') + 1, inject.lastIndexOf(':')), false]);
    expect(begin('write:error=ENOSPC:when=9')).toBeUndefined();
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('is not trusted after a flush that failed', () => {
    const { saved, failure } = run('fsync:error=EIO:when=3');
    expect({ saved, failure }).toEqual({ saved: [1, 2], failure: { code: 'session_write_failed', errno: 'EIO', path } });
  });
});
