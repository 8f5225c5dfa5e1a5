/** True when the promise settles in time. Leaves no timer behind. */
export async function within(settled: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  const inTime = settled.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([inTime, late]);
  } finally {
    clearTimeout(timer);
  }
}
