import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyRewind, finishRewind, type FileChange } from './apply-rewind.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-rewind-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let work: string;
let session: string;
beforeEach(() => {
  work = mkdtempSync(join(root, 'work-'));
  session = mkdtempSync(join(root, 'session-'));
  writeFileSync(join(work, 'changed'), 'new');
  writeFileSync(join(work, 'created'), 'new');
  writeFileSync(join(work, 'also-changed'), 'new');
});

/** One file that was changed, one that was created, one that was deleted with its folder, one more that was changed. */
const changes = (): FileChange[] => [
  { path: join(work, 'changed'), before: Buffer.from('new'), after: Buffer.from('old'), mode: 0o640 },
  { path: join(work, 'created'), before: Buffer.from('new'), after: null, mode: 0o644 },
  { path: join(work, 'folder', 'deleted'), before: null, after: Buffer.from('old'), mode: 0o644 },
  { path: join(work, 'also-changed'), before: Buffer.from('new'), after: Buffer.from('old'), mode: 0o644 },
];

/** Every file and what is in it. */
function contents(): Record<string, string> {
  const names = (readdirSync(work, { recursive: true }) as string[]).filter((name) => statSync(join(work, name)).isFile());
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(join(work, name), 'utf8')]));
}

const asItWas = { 'also-changed': 'new', changed: 'new', created: 'new' };
const rewound = { 'also-changed': 'old', changed: 'old', 'folder/deleted': 'old' };

it('puts everything back and leaves nothing beside it', () => {
  expect(applyRewind(session, changes())).toBeUndefined();
  expect([contents(), statSync(join(work, 'changed')).mode & 0o777, readdirSync(session)]).toEqual([rewound, 0o640, []]);
  expect(finishRewind(session)).toBeUndefined();
});

it('changes nothing when one of them cannot be changed, or was changed meanwhile', () => {
  writeFileSync(join(work, 'folder'), 'in the way');
  expect(applyRewind(session, changes())).toMatch(/^Nothing was changed: (EEXIST|ENOTDIR)/);
  rmSync(join(work, 'folder'));
  writeFileSync(join(work, 'also-changed'), 'by somebody');
  expect(applyRewind(session, changes())).toMatch(/also-changed was changed meanwhile/);
  expect([contents(), readdirSync(session)]).toEqual([{ ...asItWas, 'also-changed': 'by somebody' }, []]);
});

it('does not take back what was changed after a rewind was cut short, and does not mind a journal that is damaged', () => {
  const suffix = '.1.rewind';
  const journal = { state: 'applying', suffix, changes: [{ path: join(work, 'changed'), before: 'another hash', removes: true }] };
  writeFileSync(join(session, 'rewind.json'), JSON.stringify(journal));
  writeFileSync(join(work, `changed${suffix}`), '');
  expect(finishRewind(session)).toBe(
    `A rewind of files that was cut short has been finished. Left as they are, because they were changed since: ${join(work, 'changed')}.`,
  );
  expect(contents()).toEqual(asItWas);
  writeFileSync(join(session, 'rewind.json'), '{"state":');
  expect(finishRewind(session)).toBeUndefined();
});

describe.runIf(spawnSync('strace', ['-V']).status === 0)('a process that is killed', () => {
  const program = join(root, 'program.mjs');
  beforeAll(async () => {
    const source = `
      import { applyRewind } from ${JSON.stringify(fileURLToPath(new URL('apply-rewind.ts', import.meta.url)))};
      const [session, changes] = process.argv.slice(2);
      const bytes = (text) => text === null ? null : Buffer.from(text);
      applyRewind(session, JSON.parse(changes).map((change) => ({ ...change, before: bytes(change.before), after: bytes(change.after) })));
      process.stdout.write('done');
    `;
    await build({
      stdin: { contents: source, resolveDir: root, loader: 'js' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: program,
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  });

  it('at any step leaves everything as it was, or to be finished', () => {
    const seen = new Set<string>();
    const described = (change: FileChange) => ({
      ...change,
      before: change.before?.toString() ?? null,
      after: change.after?.toString() ?? null,
    });
    for (let nth = 1; nth < 60; nth += 1) {
      rmSync(work, { recursive: true });
      mkdirSync(work);
      for (const [name, text] of Object.entries(asItWas)) writeFileSync(join(work, name), text);
      const args = [session, JSON.stringify(changes().map(described))];
      const inject = `inject=rename,unlink,rmdir,fsync,chmod:signal=SIGKILL:when=${nth}`;
      const { stdout } = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', inject, process.execPath, program, ...args], {
        encoding: 'utf8',
      });
      const said = finishRewind(session);
      const now = contents();
      expect({ nth, said, now, left: existsSync(join(session, 'rewind.json')) }).toEqual({
        nth,
        said: Object.hasOwn(now, 'created') || stdout === 'done' ? undefined : expect.anything(),
        now: Object.hasOwn(now, 'created') ? asItWas : rewound,
        left: false,
      });
      seen.add(Object.hasOwn(now, 'created') ? 'as it was' : 'finished');
      if (stdout === 'done') break;
      expect(nth).toBeLessThan(59);
    }
    expect([...seen].toSorted()).toEqual(['as it was', 'finished']);
  }, 120_000);
});
