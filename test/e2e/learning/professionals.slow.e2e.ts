import type { Route } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findSection } from '#test/support/e2e/find-section.ts';
import { instructor, store, statusPattern, enrollRuna, open, rowOf } from './professionals-steps.ts';

describe("professionals' home page", () => {
  it.each([instructor, store])('counts the clearances that %s must confirm, with a link', async (reader) => {
    // A background job signs the demo's forms soon after the start.
    const pending = () => runSql('select from form_evaluation where affiliate_id = 400004 and needs_confirmation', []);
    await expect.poll(pending, { timeout: 60_000 }).toHaveLength(1);
    const page = await open('/pro', reader);
    await expect(page).toShow('/pro', /medical clearances? to confirm/);
    await findSection(page, 'Forms')
      .getByRole('link', { name: /medical clearances? to confirm/ })
      .click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=received&show=review');
    await page.getByRole('row').filter({ hasText: 'Adaeze Okafor' }).getByText('Confirmation pending').waitFor();
  });

  it('shows a store its credit and no dives to verify', async () => {
    const page = await open('/pro', store);
    await expect(page).toShow('/pro', statusPattern);
    await findSection(page, 'Credit and codes').getByText('available credit').waitFor();
    await findSection(page, 'Applications naming your dive center').waitFor();
    expect(await countWhenLoaded(findSection(page, 'Dives to verify'))).toBe(0);
    await findSection(page, 'Credit and codes').getByRole('link', { name: 'Details' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/shop/credit');
  });

  it('keeps loaded parts when another fails and reloads it', async () => {
    await enrollRuna();
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/500/] });
    const failing = '**/api/learning/v2/board/summary*';
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await visit(page, '/pro');
    await findSection(page, 'Students').getByText('Something went wrong').waitFor();
    await findSection(page, 'Dives to verify').locator('ul, .card').first().waitFor();
    await page.unroute(failing);
    await findSection(page, 'Students').getByRole('button', { name: 'Refresh' }).click();
    await findSection(page, 'Students').getByText('Runa Holt').first().waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  });

  it("explains an inactive membership on the professionals' host", async () => {
    await runSql("update person set member_status = 'Inactive' where member_number = 100001");
    onTestFinished(async () => {
      await runSql("update person set member_status = 'Active' where member_number = 100001");
    });
    const page = await openPage({ signedInAs: instructor });
    const { baseUrl } = getWorkerPortal();
    const ownHost = new URL(baseUrl);
    ownHost.hostname = 'pro.localhost';
    await page.routeWebSocket(/.*/, () => undefined);
    await page.route(`${ownHost.origin}/**`, async (route: Route) => {
      const url = route.request().url().replace(ownHost.origin, baseUrl);
      const response = await route.fetch({ url, headers: { ...route.request().headers(), origin: baseUrl } });
      await route.fulfill({ response });
    });
    await page.goto(`${ownHost.origin}/pro`);
    await page.getByText('Your membership isn’t active.').waitFor();
    expect(
      await page
        .getByRole('link', { name: /^Contact / })
        .first()
        .getAttribute('href'),
    ).toMatch(/^https:/);
    await checkAppearance(page);
  });
});

describe('class board', () => {
  it('shows a store who teaches whom, from right to left', async () => {
    await enrollRuna();
    await runSql("update person set language = 'ar-SA' where email = $1", [store]);
    onTestFinished(async () => void (await runSql("update person set language = 'en-US' where email = $1", [store])));
    const page = await open('/pro/class', store);
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await rowOf(page, 'Runa Holt').getByText('Tomás Reyes').waitFor();
    expect(await countWhenLoaded(rowOf(page, 'Runa Holt').getByRole('link'))).toBe(0);
  });
});

describe('boat list', () => {
  it('prints divers on one page and marks who must not dive', async () => {
    await enrollRuna();
    const page = await open('/pro/boat', instructor);
    for (const name of [/^Runa Holt/, /^Mateo Ruiz/, /^Noor Haddad/, /^Samuel Osei/])
      await page.getByRole('checkbox', { name }).first().check();
    await page.getByLabel('Dive site').fill('Harbour Gully');
    await page.getByLabel('Boat', { exact: true }).fill('Grey Seal');
    const sheet = page.locator('.boat-sheet');
    await sheet.getByRole('row', { name: /^Runa Holt \d+ In training OK until .* OK/ }).waitFor();
    await sheet.getByRole('row', { name: /^Mateo Ruiz 33 First dive OK OK/ }).waitFor();
    expect(await sheet.getByRole('row').count()).toBe(3);
    expect(await sheet.locator('.boat-dry').innerText()).toMatch(
      /2 people can’t dive today\s+Noor Haddad: Forms missing\s+Samuel Osei: Forms missing/,
    );
    await checkAppearance(page);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await page.reload();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Runa Holt/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Dive site').inputValue()).toBe('Harbour Gully');
    // Health details are not printed.
    expect(await sheet.innerText()).not.toMatch(/physician|refused|approved/i);
  });
});

/** Counts the pages of the PDF. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
