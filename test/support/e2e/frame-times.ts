import type { Page } from 'playwright';

/** From now on, how long each picture of the page took, in milliseconds; the answer tells those so far. */
export async function recordFrameTimes(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let former = performance.now();
    const next = (time: number) => {
      frames.push(time - former);
      former = time;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  return () => page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}
