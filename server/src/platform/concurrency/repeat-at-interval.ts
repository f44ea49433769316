/**
 * Run `work` at a fixed interval. Skip a run if the previous run is still in progress.
 * Call `onError` if a run fails. The interval does not keep the process running.
 * @returns a function that stops the interval, and waits for a run in progress
 */
export function repeatAtInterval(
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
