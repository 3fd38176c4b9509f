import type { Page } from 'playwright';

/** Records frame durations in milliseconds from now on. The returned function reads those so far. */
export async function recordFrameTimes(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let previous = performance.now();
    const next = (time: number) => {
      frames.push(time - previous);
      previous = time;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  return () => page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}
