import type { Page } from 'playwright';

/** A finger that goes sideways in small steps, as a real one does. */
export async function swipe(page: Page, { x, y }: { x: number; y: number }, dx: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  const steps = Math.ceil(Math.abs(dx) / 5);
  for (let step = 1; step <= steps; step++) await touch('touchMove', x + (dx * step) / steps);
  await touch('touchEnd');
  await finger.detach();
}
