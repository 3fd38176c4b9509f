import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { listLayoutProblems, replaceTexts } from '#test/support/e2e/long-words.ts';
import { allRoles, walkOtherRoles, walkRoles } from '#test/support/e2e/walk-roles.ts';

const renderedPages = new WeakSet<Page>();

/** A part of the server's page that is not hydrated yet must keep its texts, or React reports error 418. */
async function renderInBrowser(page: Page): Promise<void> {
  if (renderedPages.has(page)) return;
  renderedPages.add(page);
  await page.setExtraHTTPHeaders({ 'x-page': 'empty' });
  await page.reload();
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[aria-busy=true], [data-part=skeleton]').count()).toBe(0);
}

async function checkLayout(page: Page): Promise<void> {
  await renderInBrowser(page);
  expect(await replaceTexts(page)).toBeGreaterThan(0);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => listLayoutProblems(page), { message: `${width} px wide` }).toEqual([]);
  }
}

walkRoles(allRoles, { 'en-US': checkLayout });
walkOtherRoles(checkLayout);

describe('words of 120 letters', () => {
  it('are found when they leave the window', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', width: 390 });
    await page.goto('/settings');
    const title = page.locator('main h1');
    await title.waitFor();
    await title.evaluate((element) => element.setAttribute('style', 'white-space: nowrap'));
    await replaceTexts(page);
    expect(await listLayoutProblems(page)).toContainEqual(expect.stringContaining('the page is'));
  });

  it('are found when they cover another text', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', width: 390 });
    await page.goto('/settings');
    const title = page.locator('main h1');
    await title.waitFor();
    await title.evaluate((element) => element.setAttribute('style', 'block-size: 20px'));
    await replaceTexts(page);
    expect(await listLayoutProblems(page)).toContainEqual(expect.stringContaining('overlap'));
  });

  it('are found in parts that stay in view, which may cover the page below them', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', width: 390 });
    await page.goto('/settings');
    await page.locator('main h1').waitFor();
    const addBar = (name: string, height: string) =>
      page.evaluate(
        ([part, size]) => {
          const bar = document.createElement('div');
          bar.style.cssText = 'position: fixed; inset: 0 0 auto; overflow-wrap: anywhere';
          for (const label of ['first', 'second']) {
            const text = bar.appendChild(document.createElement('p'));
            text.className = `${part}-${label}`;
            text.style.blockSize = size;
            text.textContent = 'label';
          }
          document.body.append(bar);
        },
        [name, height] as const,
      );
    await addBar('high', 'auto');
    await addBar('low', '20px');
    await replaceTexts(page);
    expect(await listLayoutProblems(page)).toEqual(['p.low-first and p.low-second overlap']);
  });
});
