import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { demoReadyStudentId } from '#features/tour/shared/demo-ends.ts';
import { tours } from '#features/tour/web/steps.ts';
import { tourPeople, type TourPerson } from '#features/tour/web/tour-people.ts';
import { runSql } from '#test/support/e2e/database.ts';

const widths = [390, 1440];
/** Where to save a picture of each step, for looking at them. */
const pictures = process.env['TOUR_PICTURES'];

/** What the last step of each tour is about. */
const bestMoments: Readonly<Record<TourPerson, (page: Page, width: number) => Locator>> = {
  diver: (page) => page.getByRole('region', { name: 'Open Water card' }).getByRole('img', { name: /^QR code/ }),
  student: (page) => page.getByRole('region', { name: 'Confined water' }).getByText('Signed off by Tomás Reyes'),
  minor: (page) => page.getByRole('region', { name: 'Junior Open Water card' }).getByText(/12 m/),
  guardian: (page) => page.getByRole('button', { name: /^Approve and pay £/ }),
  instructor: (page) =>
    page.locator('main', { hasText: 'Ready to certify' }).getByRole('button', { name: 'Certify', exact: true }),
  candidate: (page) => page.getByRole('alert').getByRole('link', { name: 'Medical clearance' }),
  store: (page) => page.getByRole('checkbox', { name: /Forms missing$/ }),
  // On a phone, an application opens from the queue.
  staff: (page, width) =>
    width < 1024
      ? page.getByRole('row').filter({ hasText: 'requirements met' })
      : page.getByRole('button', { name: 'Approve', disabled: false }),
};

/** The actions of the page that stay behind the bar when they are scrolled into view, by their names. */
const listCoveredActions = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('[data-part=tour]')?.getBoundingClientRect();
    if (bar === undefined) return ['no bar'];
    const actions = [...document.querySelectorAll('main :is(a, button, input, select, textarea, [role=button])')];
    const covered = actions.filter((action) => {
      if (!action.checkVisibility()) return false;
      action.scrollIntoView({ block: 'nearest' });
      const { bottom, height } = action.getBoundingClientRect();
      return height > 0 && bottom > bar.top + 1;
    });
    scrollTo(0, 0);
    return covered.map((action) => action.getAttribute('aria-label') ?? action.textContent ?? '');
  });

describe.each(tourPeople)('tour of the %s', (role) => {
  it.each(widths)('shows each page, covers no action and ends at its best moment at %i px', async (width) => {
    // Other tests certify this student.
    await runSql('delete from certification where affiliate_id = $1', [demoReadyStudentId]);
    const email = `${role}@demo.test`;
    const steps = tours[role];
    const page = await openPage({ signedInAs: email, width, isLeftBehind: true });
    await page.addInitScript(() => {
      if (sessionStorage.getItem('tour-step') === null) sessionStorage.setItem('tour-step', '0');
    });
    await page.goto('/training/dashboard');
    const tour = page.getByRole('region', { name: 'Guided tour' });
    expect(steps.length).toBeGreaterThan(2);
    for (const [index, { path }] of steps.entries()) {
      await tour.getByText(`Step ${index + 1} of ${steps.length}`).waitFor();
      await page.waitForURL((url) => url.pathname + url.search === path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      const bar = await tour.boundingBox();
      expect(bar?.x).toBe(0);
      expect(bar?.width).toBe(width);
      expect(await listCoveredActions(page)).toEqual([]);
      if (index === steps.length - 1) await bestMoments[role](page, width).first().waitFor();
      if (pictures !== undefined) {
        await mkdir(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${role}.${index + 1}.${width}.png`) });
      }
      await tour.getByRole('button', { name: index === steps.length - 1 ? 'Finish' : 'Next' }).click();
    }
    await tour.waitFor({ state: 'detached' });
  });
});
