import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import '#test/support/e2e/expect-page.ts';
import { tours } from '#features/tour/web/steps.ts';

const email = 'diver@demo.test';
const paths = tours.diver.map(({ path }) => path);

describe('guided tour', () => {
  it('starts for a demo person, leads through the pages and continues after a reload', async () => {
    const page = await openPage({ isLeftBehind: true });
    await visit(page, '/login/sign-in');
    await page.getByRole('button', { name: /Maren Lindqvist/ }).click();
    const tour = page.getByRole('region', { name: 'Guided tour' });
    await tour.getByText('Step 1 of 4').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths[0]);
    await tour.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(`**${paths[1]}`);
    await page.reload();
    await tour.getByText('Step 2 of 4').waitFor();
    await tour.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL(`**${paths[0]}`);
    for (const path of paths.slice(1)) {
      await tour.getByRole('button', { name: 'Next' }).click();
      await page.waitForURL(`**${path}`);
    }
    await tour.getByRole('button', { name: 'Finish' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Take the tour' }).waitFor();
    expect(await countWhenLoaded(tour)).toBe(0);
  });

  it('is offered in the footer and can be left at any time', async () => {
    const page = await openPage({ signedInAs: email });
    await visit(page, '/training/shop');
    await page.getByRole('button', { name: 'Take the tour' }).click();
    const tour = page.getByRole('region', { name: 'Guided tour' });
    await tour.getByText('Step 1 of 4').waitFor();
    await tour.getByRole('button', { name: 'Exit tour' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Take the tour' }).waitFor();
    expect(await countWhenLoaded(tour)).toBe(0);
  });
});
