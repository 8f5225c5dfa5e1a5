// Adds up test reports, each given as `file:exit code`, and prints the sum. Fails when anything did.
import { readFileSync } from 'node:fs';

/** Counts of a run. One that left no report counts as a single test: its exit code. */
function countsOf(argument) {
  const at = argument.lastIndexOf(':');
  const exitCode = Number(argument.slice(at + 1));
  const report = readReport(argument.slice(0, at));
  const passed = report?.passed ?? report?.numPassedTests ?? (exitCode === 0 ? 1 : 0);
  const failed = report?.failed ?? report?.numFailedTests ?? 0;
  // A run that fails without a failed test (a file that does not load, a build that breaks) is a failure too.
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // the run wrote none
  }
}

const counts = process.argv.slice(2).map(countsOf);
const sum = (name) => counts.reduce((total, each) => total + each[name], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
