import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDives, enterDeviationReason, instructor, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  returnReason,
  sampleDives,
  newestFirst,
  titlesOf,
  rowOf,
  focused,
  open,
  seedClass,
  classOf,
  statusesOf,
} from './list-steps.ts';

async function chooseFromMenu(page: Page, button: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

beforeEach(clearDives);

describe('list', () => {
  it('shows totals, years and statuses, with tabs, sorting and search', async () => {
    await seedDives(sampleDives);
    const page = await open('/logbook/list');
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
    expect(await page.getByRole('region', { name: 'Totals' }).locator('[data-part=stat]').allInnerTexts()).toEqual([
      '5\ndives',
      '3h 44min\nunderwater',
      '24.8m\ndeepest dive',
      expect.stringContaining('this year'),
      'Jun 11, 2026\nlast dive',
    ]);
    expect(await page.locator('[data-part=year]').allInnerTexts()).toEqual([
      '2026\n3 dives, 2 h 13 min',
      '2025\n1 dive, 1 h 3 min',
      '2024\n1 dive, 28 min',
    ]);
    expect(await rowOf(page, 'By compass').innerText()).toContain(returnReason);
    expect(await rowOf(page, 'First breaths').innerText()).toMatch(/#1[\s\S]*7\.2m[\s\S]*28min[\s\S]*Verified/);

    const tab = (name: string) => page.getByRole('navigation', { name: 'Dive types' }).getByRole('link', { name });
    expect(await tab('').allInnerTexts()).toEqual(['All\n5', 'Training\n3', 'Recreational\n2', 'Drafts\n1']);
    await tab('Training').click();
    await expect.poll(() => titlesOf(page)).toEqual(['By compass', 'Second dive', 'First breaths']);
    await expect
      .poll(() => page.locator('[data-part=year]').allInnerTexts())
      .toEqual(['2026\n2 dives, 1 h 26 min', '2024\n1 dive, 28 min']);
    await tab('Drafts').click();
    await expect.poll(() => titlesOf(page)).toEqual(['Half a dive']);
    const [draft] = await runSql<{ id: string }>("select id from dive_log where dive_title = 'Half a dive'");
    expect(await page.locator('[data-part=title]').getAttribute('href')).toBe(
      `/logbook/log-dive/recreational/update/${draft?.id}`,
    );
    await page.getByRole('link', { name: 'Pending 1' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Second dive']);
    await tab('All').click();

    await chooseFromMenu(page, /^Sort/, 'Deepest first');
    const byDepth = ['North Wall', 'By compass', 'Seals at the Nave', 'Second dive', 'First breaths'];
    await expect.poll(() => titlesOf(page)).toEqual(byDepth);
    expect(await page.locator('[data-part=year]').count()).toBe(0);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search your dives').fill('SEALS nave');
    await expect.poll(() => titlesOf(page)).toEqual(['Seals at the Nave']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=max_depth_desc&search=SEALS+nave');
    await page.reload();
    await expect.poll(() => titlesOf(page)).toEqual(['Seals at the Nave']);
    await page.getByLabel('Search your dives').fill('shark');
    await page.getByText('No dives found').last().waitFor();
    await page.getByRole('link', { name: 'Show all dives' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
  });

  it('shows at least five dives on a phone and jumps to a year', async () => {
    const years = [2026, 2025, 2024, 2023];
    await seedDives(
      years.flatMap((year) =>
        Array.from({ length: 8 }, (_, index) => ({
          title: `Dive ${index + 1} of ${year}`,
          date: `${year}-03-${String(28 - index).padStart(2, '0')}`,
          depthM: 14,
          minutes: 40,
          status: 'Logged' as const,
        })),
      ),
    );
    const page = await open('/logbook/list', { width: 390, height: 844 });
    const nav = page.getByRole('navigation', { name: 'Jump to year' });
    await nav.getByRole('button', { name: '2024' }).click();
    const countVisible = () =>
      page.locator('[data-part=dives] > li').evaluateAll((rows) => {
        const bars = [...document.querySelectorAll('nav')].map((bar) => bar.getBoundingClientRect());
        const top = Math.max(...bars.filter((bar) => bar.top < 200).map((bar) => bar.bottom));
        const bottom = Math.min(...bars.filter((bar) => bar.top > 600).map((bar) => bar.top));
        return rows
          .map((row) => row.getBoundingClientRect())
          .filter((row) => row.top >= top - 1 && row.bottom <= bottom).length;
      });
    await expect.poll(() => page.getByText('Dive 1 of 2024').isVisible()).toBe(true);
    await expect.poll(countVisible).toBeGreaterThanOrEqual(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('deletes and restores dives by menu and keyboard where allowed', async () => {
    await seedDives(sampleDives);
    const page = await open('/logbook/list');
    const without = (title: string) => newestFirst.filter((other) => other !== title);
    await page.getByRole('button', { name: 'More actions for Second dive' }).click();
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open', 'Export']);
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, 'More actions for North Wall', 'Delete');
    await expect.poll(() => titlesOf(page)).toEqual(without('North Wall'));
    await expect
      .poll(() => page.getByRole('region', { name: 'Totals' }).locator('[data-part=stat]').first().innerText())
      .toBe('4\ndives');
    await expect.poll(() => focused(page)).toBe('More actions for Seals at the Nave');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);

    await rowOf(page, 'Seals at the Nave').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => titlesOf(page)).toEqual(without('Seals at the Nave'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
    await rowOf(page, 'Second dive').getByRole('link').focus();
    await page.keyboard.press('Delete');
    // Keys are handled in order: once the next dive is deleted, the pending one would be, too.
    await rowOf(page, 'Seals at the Nave').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => titlesOf(page)).toEqual(without('Seals at the Nave'));
  });
});

describe("instructor's inbox", () => {
  it('returns one dive with reasons and verifies the rest of the class', async () => {
    const ids = await seedClass();
    const page = await open('/logbook/list', { signedInAs: instructor.email });
    await page.getByRole('link', { name: /Dives to verify/ }).click();
    await classOf(page).getByRole('link', { name: 'Adaeze Okafor' }).click();
    const detail = page.getByRole('complementary', { name: 'Dive details' });
    await detail.getByRole('heading', { name: 'Adaeze Okafor' }).waitFor();
    await checkAppearance(page);
    await detail.getByRole('button', { name: 'Return' }).click();
    await page.getByRole('button', { name: 'Return dive' }).click();
    await page.getByText('Enter what needs to change').waitFor();
    await page.getByLabel('What needs to change?').fill('Look at the times again.');
    await page.getByRole('button', { name: /Select a field/ }).click();
    await page.getByRole('option', { name: 'Bottom time' }).click();
    await page.getByRole('textbox', { name: 'Bottom time' }).fill('One minute too many.');
    await page.getByRole('button', { name: 'Return dive' }).click();
    await page.getByText('Returned to Adaeze Okafor').waitFor();
    await expect.poll(() => classOf(page).locator('[data-part=class-dive]').count()).toBe(2);

    await classOf(page).getByLabel('Select the whole class').check();
    await page.getByText('2 dives selected').waitFor();
    await page.getByRole('button', { name: 'Verify 2 dives' }).click();
    await enterDeviationReason(page);
    await classOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Dives to verify');
    await expect.poll(() => statusesOf(ids)).toEqual(['Returned', 'Verified', 'Verified']);
    const diverPage = await open(`/logbook/dive/${ids[0]}`);
    await diverPage.getByText('Look at the times again.').waitFor();
    await diverPage.getByText('One minute too many.').waitFor();
  });
});
