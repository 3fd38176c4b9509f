import type { Page } from 'playwright';

/** Scrolling by 250 px and reading the visible rows takes 130 to 190 ms of CPU without a GPU, whatever the length of the list. */
export const maxScrollStepMs = 400;

/**
 * Starts measuring the CPU time of the page's main thread. The returned function reads it in milliseconds. Durations of
 * frames would depend on other load of the machine.
 */
export async function measureMainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const startMs = await read();
  return async () => (await read()) - startMs;
}
