import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectNoAxeViolations, openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';

const diver = { email: 'diver@demo.test', affiliateId: 400_001, openWater: 20_471_101 };
const instructor = 'instructor@demo.test';
const guardian = { email: 'guardian@demo.test', child: 400_003 };
const byName = ['Dry Suit', 'Enriched Air', 'Open Water', 'Peak Buoyancy'];

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver.email, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}

/** The levels of the cards below, without those that are still to be learned. */
const levelsOf = (page: Page) =>
  page.locator('.wallet a[href*="/certifications/"]').locator('.ecard-level, .ecard-ghost > b').allInnerTexts();
const topOf = (page: Page) => page.locator('.top-card');
const sideUp = (page: Page) => page.locator('.ecard-turn').getAttribute('data-turned');

/** What a phone reads that looks at the code. */
async function scan(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'QR code for checking this card' }).last();
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await code.locator('.dots').getAttribute('d')) ?? '';
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

describe('the cards of a diver', () => {
  it('have the highest one open on top, with everything on it, and all of them below in five orders', async () => {
    const page = await open('/certifications');
    await expect(page).toShow('/certifications/list', 'Certifications');
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Open Water');
    const facts = (await topOf(page).locator('dl').allInnerTexts()).join('\n');
    for (const fact of [
      'Diver\nMaren Lindqvist',
      'Certified\nJun 8, 2024',
      `Diver no.\n${diver.affiliateId}`,
      'Born\nMay 21, 1987',
      'Instructor 100001\nTomás Reyes',
      'Dive center 20001\nKelder Bay Diving',
      'Equivalent\nISO 24801-2',
      'Issued by\n',
      'Code\n',
    ])
      expect(facts).toContain(fact);
    await expect.poll(() => levelsOf(page)).toEqual(byName);

    const sort = async (order: string) => {
      await page.getByRole('button', { name: /^Sort/ }).click();
      await page.getByRole('menuitem', { name: order }).click();
    };
    await sort('Name Z–A');
    await expect.poll(() => levelsOf(page)).toEqual(byName.toReversed());
    await sort('Most popular');
    await expect.poll(() => levelsOf(page)).toEqual(['Open Water', 'Enriched Air', 'Peak Buoyancy', 'Dry Suit']);
    await sort('Price low to high');
    await expect.poll(() => levelsOf(page)).toEqual(['Dry Suit', 'Enriched Air', 'Peak Buoyancy', 'Open Water']);
    await sort('Price high to low');
    await expect.poll(() => levelsOf(page)).toEqual(['Open Water', 'Dry Suit', 'Enriched Air', 'Peak Buoyancy']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=price_desc');
    await page.reload();
    await expect.poll(() => levelsOf(page)).toEqual(['Open Water', 'Dry Suit', 'Enriched Air', 'Peak Buoyancy']);
  });

  it('are turned by a tap, by a button and by the keyboard, and both sides can be read all the time', async () => {
    const page = await open(`/certifications/ecard/${diver.openWater}`);
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    expect(await sideUp(page)).toBe('false');
    expect(await page.locator('.ecard-turn dl').count()).toBe(2);
    await page.locator('.ecard-turn').click();
    await expect.poll(() => sideUp(page)).toBe('true');
    await page.keyboard.press('Space');
    await expect.poll(() => sideUp(page)).toBe('false');
    await page.keyboard.press('Enter');
    await expect.poll(() => sideUp(page)).toBe('true');
    await page.locator('.card-actions').getByRole('button', { name: 'Turn over' }).click();
    await expect.poll(() => sideUp(page)).toBe('false');
  });

  it('show a code on white that anybody’s phone can read', async () => {
    const page = await open('/certifications/list', { width: 390, height: 844, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Show the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Code of the Open Water card' });
    await dialog.waitFor();
    const ground = () => page.locator('.paper').evaluate((paper) => getComputedStyle(paper).backgroundColor);
    expect(await ground()).toBe('rgb(255, 255, 255)');
    expect(await scan(page)).toMatch(new RegExp(`^${getWorkerPortal().baseUrl}/verify#[\\w-]{100,}$`));
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Turn over' }).click();
    await dialog.getByText('Diver no.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Show the code');
  });

  it('are kept as PDF and as PNG', async () => {
    // Files are made in a language when they are first asked for in it: until then the answer is that they are not ready.
    await runSql('delete from card_file where affiliate_id = $1', [diver.affiliateId]);
    const page = await open('/certifications/list', { expectedProblems: [/409/] });
    const save = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download', { timeout: 50_000 }), press()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const pdf = await save(() => page.getByRole('button', { name: 'Save as PDF' }).click());
    expect(pdf.name).toBe(`ecard-open-water-${diver.openWater}.pdf`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const png = await save(async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
    });
    expect(png.name).toBe(`ecard-open-water-${diver.openWater}.png`);
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('are shared by a link that a stranger can open until it is ended', async () => {
    const page = await open(`/certifications/ecard/${diver.openWater}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByText('30 days').click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByLabel('Link to your card').inputValue();
    expect(link).toMatch(new RegExp(`^${getWorkerPortal().baseUrl}/card/[\\w-]{20,}$`));
    await expectNoAxeViolations(page);

    const stranger = await openPage({ expectedProblems: [/404/] });
    await visit(stranger, link);
    await expect(stranger).toShow(new URL(link).pathname, 'This card is valid');
    await stranger.getByText('Maren Lindqvist').first().waitFor();
    await stranger.getByRole('img', { name: /Maren Lindqvist/ }).waitFor();
    await page.getByRole('button', { name: 'End all links' }).click();
    await page.getByText('No link to this card works any more.').waitFor();
    await visit(stranger, link);
    await stranger.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await checkAppearance(stranger);
  });

  it('lead from a certification without a card to the ways of having one', async () => {
    const page = await open('/certifications/list');
    await page.getByRole('link', { name: /^Peak Buoyancy/ }).click();
    await expect(page).toShow('/certifications/noecard/52', 'Peak Buoyancy: no eCard yet');
    await expect
      .poll(() => page.locator('.ways .row b').allInnerTexts())
      .toEqual(['Use this year’s free eCard', 'Buy the eCard', 'Bluewater Club']);
    await page.getByText('$29.95').waitFor();
    await visit(page, '/certifications/noecard/10');
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    await visit(page, '/certifications/noecard/57');
    await page.getByText('Not earned yet').waitFor();
    await visit(page, '/certifications/noecard/999');
    await page.getByText('There is no such card').waitFor();
  });

  it('open from the list when the network has gone meanwhile', async () => {
    const page = await open('/certifications/list', { losesNetwork: true });
    await topOf(page).getByRole('img', { name: 'Photo of Maren Lindqvist' }).waitFor();
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(loaded).toContainEqual(expect.stringContaining('/assets/ecard-screen-'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await page.context().setOffline(true);
    await page
      .locator('.wallet')
      .getByRole('link', { name: /Open Water/ })
      .click();
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    await page.getByRole('button', { name: 'Show the code' }).click();
    expect(await scan(page)).toMatch(/\/verify#/);
  });
});

describe('certifications from elsewhere', () => {
  it('are kept as somebody says, marked as not verified, and removed with a way back', async () => {
    onTestFinished(async () => {
      await runSql("delete from outside_certification where agency = 'Lake Divers'");
    });
    const page = await open('/certifications/list');
    await page.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.getByText('Enter the agency').waitFor();
    await dialog.getByLabel('Agency').fill('Lake Divers');
    await dialog.getByLabel('Level').fill('Ice Pilot');
    await dialog.getByLabel('Day').fill('31');
    await dialog.getByLabel('Month').fill('2');
    await dialog.getByLabel('Year').fill('2019');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.getByText('Enter a valid date that isn’t in the future.').waitFor();
    await dialog.getByLabel('Day').fill('28');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Ice Pilot' });
    await row.getByText('Not verified').waitFor();
    expect(await row.innerText()).toContain('February 28, 2019');
    await page.getByRole('button', { name: 'Remove Ice Pilot' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });
});

describe('the cards of others', () => {
  it('of a professional include those they teach by', async () => {
    const page = await open('/certifications/list', { signedInAs: instructor });
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Instructor');
    expect(await levelsOf(page)).toEqual(['Divemaster', 'Instructor', 'Open Water']);
    await checkAppearance(page);
  });

  it('of a child are open to the guardian, and to nobody else', async () => {
    const page = await open(`/certifications/list?for=${guardian.child}`, { signedInAs: guardian.email });
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Junior Open Water');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Save as PNG' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Share' }).count()).toBe(0);

    const other = await open(`/certifications/list?for=${guardian.child}`, { expectedProblems: [/404/] });
    await other.getByText('There is no such card').waitFor();
  });
});
