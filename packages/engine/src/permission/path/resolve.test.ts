import { describe, expect, it } from 'vitest';
import { linksOnly } from './file-view.js';
import { resolvePath } from './resolve.js';

const fs = linksOnly(
  new Map([
    ['/p/out', '/srv/x'],
    ['/p/up', '../q'],
    ['/p/a', 'b'],
    ['/p/b', 'a'],
    ['/p/hop', '/p/out'],
  ]),
);

describe('resolvePath', () => {
  it.each([
    ['a.ts', ['/p/a.ts']],
    ['./s/../a.ts', ['/p/a.ts']],
    ['/p//s/', ['/p/s']],
    ['out/f', ['/p/out/f', '/srv/x/f']],
    ['hop/f', ['/p/hop/f', '/srv/x/f']],
    ['up/f', ['/p/up/f', '/q/f']],
    ['out/../f', ['/p/f', '/srv/f']],
    ['/proc/self/root/etc/x', ['/etc/x']],
    ['/proc/12/cwd/f', ['/p/f']],
    ['../..', ['/']],
  ])('%s', (path, names) => {
    expect(resolvePath(path, '/p', fs)).toEqual({ names });
  });

  it('says when links lead in a circle', () => {
    expect(resolvePath('a/f', '/p', fs)).toEqual({ names: ['/p/a/f'], problem: 'its links lead in a circle' });
  });
});
