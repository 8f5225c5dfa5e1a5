/** The known name somebody probably meant: the same but for case and hyphens, a beginning of it, or two typing errors away. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  const scored = known.map((each) => ({ each, distance: distanceTo(wanted, plain(each)) }));
  const best = scored.reduce((one, two) => (two.distance < one.distance ? two : one), { each: '', distance: Infinity });
  return best.distance <= Math.min(2, wanted.length / 3) ? best.each : undefined;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

function distanceTo(wanted: string, known: string): number {
  if (wanted === known) return 0;
  if (wanted.length >= 3 && known.startsWith(wanted)) return 1;
  return editDistance(wanted, known);
}

/** How many letters must be added, removed, changed or swapped with the next. */
function editDistance(one: string, two: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= two.length; column += 1) {
      const change = previous[column - 1]! + (one[row - 1] === two[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1];
      const swap = isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity;
      current.push(Math.min(change, swap, previous[column]! + 1, current[column - 1]! + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[two.length]!;
}
