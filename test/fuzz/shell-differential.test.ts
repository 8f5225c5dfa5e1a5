import { commandsIn } from '@inboard/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { script } from './bash-grammar.js';
import { recorder, type Recorder } from './record-programs.js';

const runs = Number(process.env.INBOARD_FUZZ_RUNS ?? 120);

describe('what bash runs and what the judge sees', () => {
  let recording: Recorder;
  beforeAll(() => {
    recording = recorder();
  });
  afterAll(() => recording.close());

  it('records the programs that a script starts', () => {
    expect(recording.run("alpha; env bravo x; bash -c 'carol'").toSorted()).toEqual(['alpha', 'bash', 'bravo', 'carol', 'env']);
  });

  it('sees every program, or says that it cannot', { timeout: 60_000 + runs * 500 }, () => {
    fc.assert(
      fc.property(script, (text) => {
        const { programs, complete } = commandsIn(text);
        if (!complete) return;
        const unseen = recording.run(text).filter((name) => !programs.includes(name));
        expect(unseen, text).toEqual([]);
      }),
      { numRuns: runs, ...(process.env.INBOARD_FUZZ_SEED !== undefined && { seed: Number(process.env.INBOARD_FUZZ_SEED) }) },
    );
  });

  it('sees into most scripts', () => {
    const samples = fc.sample(script, { numRuns: 300, seed: 7 });
    expect(samples.filter((text) => commandsIn(text).complete).length).toBeGreaterThan(100);
  });
});
