/** Pause between two runs, when they are asked for without end. */
const pauseMs = 500;

/** Runs something each time it is asked for: never twice at once, and once more for all who ask meanwhile. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let isBusy = false;
  let again = false;
  const run = async (): Promise<void> => {
    await work();
    if (!again) return void (isBusy = false);
    again = false;
    setTimeout(() => void run(), pauseMs).unref();
  };
  return () => {
    if (isBusy) return void (again = true);
    isBusy = true;
    void run();
  };
}
