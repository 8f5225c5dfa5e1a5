// Measures parts on their own: decisions, file tools, Bash, and what a project adds. Prints rows as JSON.
import { PermissionState } from '../packages/engine/src/permission/state.js';
import { rows as extensionRows } from './extend.js';
import { measureBash } from './tools-bash.js';
import { benchFileTools } from './tools-files.js';

interface Part {
  name: string;
  unit: string;
  ours: number;
  bare?: number;
  /** What it may be at most, or at most times the bare one. */
  target?: number;
  limit?: number;
}

const cli = process.argv[2]!;
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const state = new PermissionState({
  mode: 'default',
  cwd: '/home/user/project',
  home: '/home/user',
  directories: [],
  rules: [],
  mayBypass: false,
});

/** Microseconds for one decision on a command. */
function decision(command: string): number {
  const times = Array.from({ length: 400 }, () => {
    const started = performance.now();
    state.judge({ tool: 'Bash', input: { command } });
    return (performance.now() - started) * 1000;
  });
  return median(times.slice(100));
}

function decisionRows(): Part[] {
  const typical = ['git status', 'npm test', 'git log --oneline -5 | head', 'cd src && ls -la', 'rm -rf build', 'cat package.json'];
  const longest = `echo ${'some words; git status && '.repeat(80)} ls`;
  return [
    { name: 'a decision on a typical command', unit: 'µs', ours: median(typical.map(decision)), target: 100 },
    { name: `a decision on a command of ${longest.length} characters`, unit: 'µs', ours: decision(longest), target: 2000 },
  ];
}

const limits = [2, 3, 1.3, 1.3, 1.3, 1.3, 1.3, 1.3];
const files = (await benchFileTools()).map(({ name, ours, baseline }, index): Part => ({
  name,
  unit: 'ms',
  ours,
  bare: baseline,
  limit: limits[index]!,
}));
const [bash, flood] = await measureBash(cli);
const [unseen, again] = await extensionRows();
const parts: Part[] = [
  ...decisionRows(),
  ...files,
  { name: bash!.name.replace(' (ms)', ''), unit: 'ms', ours: bash!.ours, bare: bash!.baseline, limit: 2 },
  { name: flood!.name.replace(' (MB resident)', ', memory'), unit: 'MB', ours: flood!.ours, target: 120 },
  ...[unseen!, again!].map(({ name, ours, baseline }): Part => ({
    name: `${name.replace(/ \(ms.*$/, '')}, added to an empty project`,
    unit: 'ms',
    ours: ours - baseline,
    target: 20,
  })),
];
process.stdout.write(JSON.stringify(parts));
