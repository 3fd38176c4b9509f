import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { certifiedOn, diver, open, levelsOf, topOf } from './cards-steps.ts';

const byName = ['Adventure Diver', 'Dry Suit', 'Enriched Air', 'Open Water'];
const sideUp = (page: Page) => page.locator('.ecard-turn').getAttribute('data-turned');

describe("diver's cards", () => {
  it('show the highest card open and sort all others in five orders', async () => {
    const page = await open('/certifications');
    await expect(page).toShow('/certifications/list', 'Certifications');
    await expect.poll(() => topOf(page).locator('.ecard-level').innerText()).toBe('Open Water');
    const facts = (await topOf(page).locator('dl').allInnerTexts()).join('\n');
    for (const fact of [
      'Diver\nMaren Lindqvist',
      `Certified\n${certifiedOn('medium')}`,
      `Diver no.\n${diver.affiliateId}`,
      'Birthdate\nMay 21, 1987',
      'Instructor #100001\nTomás Reyes',
      'Dive center #20001\nKelder Bay Diving',
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
    await expect.poll(() => levelsOf(page)).toEqual(['Open Water', 'Enriched Air', 'Dry Suit', 'Adventure Diver']);
    await sort('Price low to high');
    await expect.poll(() => levelsOf(page)).toEqual(['Dry Suit', 'Enriched Air', 'Adventure Diver', 'Open Water']);
    await sort('Price high to low');
    await expect.poll(() => levelsOf(page)).toEqual(['Adventure Diver', 'Open Water', 'Dry Suit', 'Enriched Air']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=price_desc');
    await page.reload();
    await expect.poll(() => levelsOf(page)).toEqual(['Adventure Diver', 'Open Water', 'Dry Suit', 'Enriched Air']);
  });

  it('flip by tap, button and keyboard, and both sides are readable', async () => {
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
    await page.locator('[data-part=card-actions]').getByRole('button', { name: 'Flip card' }).click();
    await expect.poll(() => sideUp(page)).toBe('false');
  });

  it('are shared by a link until it is revoked', async () => {
    const page = await open(`/certifications/ecard/${diver.openWater}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByText('30 days').click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Card link').inputValue();
    expect(link).toMatch(new RegExp(`^${getWorkerPortal().baseUrl}/card/[\\w-]{20,}$`));
    await expectNoAxeViolations(page);

    const stranger = await openPage({ expectedProblems: [/404/] });
    await visit(stranger, link);
    await expect(stranger).toShow(new URL(link).pathname, 'This card is valid');
    await stranger.getByText('Maren Lindqvist').first().waitFor();
    await stranger.getByRole('img', { name: /Maren Lindqvist/ }).waitFor();
    await page.getByRole('button', { name: 'Deactivate all links' }).click();
    await page.getByText('All links to this card are deactivated.').waitFor();
    await visit(stranger, link);
    await stranger.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await checkAppearance(stranger);
  });
});
