/** True when the promise settles in time; `Infinity` is all the time. Leaves no timer behind. */
export async function within(settled: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const inTime = settled.then(
    () => true,
    () => true,
  );
  if (milliseconds === Infinity) return inTime;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  try {
    return await Promise.race([inTime, late]);
  } finally {
    clearTimeout(timer);
  }
}
