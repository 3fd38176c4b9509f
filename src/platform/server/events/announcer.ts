/**
 * Under load, events of this time are announced together, because PostgreSQL commits one announcement at a time. With 10 ms,
 * announcements took 6 % of the CPU of a process that stores 700 dives a second.
 */
const intervalMs = 25;
/** Finds the events of processes that ended before they could announce them. */
const sweepIntervalMs = 1_000;

/** Returns a function that runs `announce`: immediately when idle, else once more after the interval. */
export function createAnnouncer(announce: () => Promise<void>, signal: AbortSignal): () => void {
  let isBusy = false;
  let isRequested = false;

  async function run(): Promise<void> {
    isBusy = true;
    while (isRequested && !signal.aborted) {
      isRequested = false;
      await announce();
      await new Promise((resolve) => setTimeout(resolve, intervalMs).unref());
    }
    isBusy = false;
  }

  function request(): void {
    isRequested = true;
    if (!isBusy) void run();
  }

  const sweep = setInterval(request, sweepIntervalMs).unref();
  signal.addEventListener('abort', () => clearInterval(sweep));
  return request;
}
