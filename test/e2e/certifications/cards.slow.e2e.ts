import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectNoAxeViolations, visit } from '#platform/testing/browser.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { diver, open, levelsOf, topOf } from './cards-steps.ts';

const instructor = 'instructor@demo.test';
const guardian = { email: 'guardian@demo.test', child: 400_003 };

/** Decodes the QR code. */
async function scan(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'QR code to verify this card' }).last();
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await code.locator('path').last().getAttribute('d')) ?? '';
  const scale = 4;
  const side = (size + 8) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) + 4) * scale + row) * side + (Number(x) + 4) * scale;
      for (let at = start; at < start + Number(width) * scale; at++) data.fill(0, at * 4, at * 4 + 3);
    }
  return decodeQR({ width: side, height: side, data });
}

describe("diver's cards", () => {
  it('show a scannable code on white', async () => {
    const page = await open('/certifications/list', { width: 390, height: 844, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Show code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open Water card code' });
    await dialog.waitFor();
    const background = () =>
      page.locator('[data-part=screen]').evaluate((paper) => getComputedStyle(paper).backgroundColor);
    expect(await background()).toBe('rgb(255, 255, 255)');
    expect(await scan(page)).toMatch(new RegExp(`^${getWorkerPortal().baseUrl}/verify#[\\w-]{100,}$`));
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Flip card' }).click();
    await dialog.getByText('Diver no.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Show code');
  });

  it('are saved as PDF and PNG', async () => {
    // Files are created on the first request for a language. The server reports that they are not ready if it takes long.
    await runSql('delete from card_file where affiliate_id = $1', [diver.affiliateId]);
    const page = await open('/certifications/list', { possibleProblems: [/409/] });
    const save = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download', { timeout: 50_000 }), press()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const pdf = await save(() => page.getByRole('button', { name: 'Download PDF' }).click());
    expect(pdf.name).toBe(`ecard-open-water-${diver.openWater}.pdf`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const png = await save(async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Download PNG' }).click();
    });
    expect(png.name).toBe(`ecard-open-water-${diver.openWater}.png`);
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('link from a certification without a card to ways of getting one', async () => {
    const page = await open('/certifications/list');
    await page.getByRole('link', { name: /^Adventure Diver/ }).click();
    await expect(page).toShow('/certifications/noecard/20', 'Adventure Diver: no eCard yet');
    await expect
      .poll(() => page.locator('[data-part=options] li b').allInnerTexts())
      .toEqual(['Use this year’s free eCard', 'Buy eCard', 'Bluewater Club']);
    // Prices are in the diver's currency.
    await page.locator('[data-part=options]').getByText(/SEK/).first().waitFor();
    await visit(page, '/certifications/noecard/10');
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    await visit(page, '/certifications/noecard/57');
    await page.getByText('Not earned yet').waitFor();
    await visit(page, '/certifications/noecard/999');
    await page.getByText('Card not found').waitFor();
  });

  it('open from the list while offline', async () => {
    const page = await open('/certifications/list', { losesNetwork: true });
    await topOf(page).getByRole('img', { name: 'Photo of Maren Lindqvist' }).waitFor();
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(loaded).toContainEqual(expect.stringContaining('/assets/ecard-screen-'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await page.context().setOffline(true);
    await page
      .locator('[data-part=cards]')
      .getByRole('link', { name: /Open Water/ })
      .click();
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    await page.getByRole('button', { name: 'Show code' }).click();
    expect(await scan(page)).toMatch(/\/verify#/);
  });
});

describe('certifications from other agencies', () => {
  it('are added as unverified and removed with undo', async () => {
    onTestFinished(async () => {
      await runSql("delete from outside_certification where agency = 'Lake Divers'");
    });
    const page = await open('/certifications/list');
    await page.getByRole('button', { name: 'Add certification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add certification' }).click();
    await dialog.getByText('Enter the agency').waitFor();
    await dialog.getByLabel('Agency').fill('Lake Divers');
    await dialog.getByLabel('Level').fill('Ice Pilot');
    await dialog.getByLabel('Day').fill('31');
    await dialog.getByLabel('Month').fill('2');
    await dialog.getByLabel('Year').fill('2019');
    await dialog.getByRole('button', { name: 'Add certification' }).click();
    await dialog.getByText('Enter a valid date that isn’t in the future.').waitFor();
    await dialog.getByLabel('Day').fill('28');
    await dialog.getByRole('button', { name: 'Add certification' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Ice Pilot' });
    await row.getByText('Not verified').waitFor();
    expect(await row.innerText()).toContain('February 28, 2019');
    await page.getByRole('button', { name: 'Remove Ice Pilot' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });
});

describe("other people's cards", () => {
  it("include a professional's teaching cards", async () => {
    const page = await open('/certifications/list', { signedInAs: instructor });
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Instructor');
    expect(await levelsOf(page)).toEqual(['Divemaster', 'Instructor', 'Open Water']);
    await checkAppearance(page);
  });

  it("show a child's cards to the guardian only", async () => {
    const page = await open(`/certifications/list?for=${guardian.child}`, { signedInAs: guardian.email });
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Junior Open Water');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Download PNG' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Share' }).count()).toBe(0);

    const other = await open(`/certifications/list?for=${guardian.child}`, { expectedProblems: [/404/] });
    await other.getByText('Card not found').waitFor();
  });
});
