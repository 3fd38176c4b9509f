import type { Page } from 'playwright';

/** Swipes horizontally in small steps. */
export async function swipe(page: Page, { x, y }: { x: number; y: number }, dx: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  const steps = Math.ceil(Math.abs(dx) / 5);
  for (let step = 1; step <= steps; step++) await touch('touchMove', x + (dx * step) / steps);
  await touch('touchEnd');
  await session.detach();
}
