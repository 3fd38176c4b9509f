import type { Page } from 'playwright';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { recordFrameTimes } from '#test/support/e2e/frame-times.ts';
import '#test/support/e2e/expect-page.ts';
import {
  classmates,
  clearDives,
  diver,
  enterDeviationReason,
  instructor,
  seedDives,
  seedManyDives,
} from '#test/support/e2e/logbook-dives.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';

const reason = 'The bottom time is longer than from in to out.';
const few = [
  { title: 'North Wall', date: '2026-05-25', status: 'Logged', depthM: 24.8, minutes: 47 },
  { title: 'Seals at the Nave', date: '2025-08-30', status: 'Logged', depthM: 12.1, minutes: 63 },
  { title: 'First breaths', date: '2024-06-02', status: 'Verified', depthM: 7.2, minutes: 28, lesson: 1 },
  { title: 'Second dive', date: '2026-06-09', status: 'Pending', depthM: 11.6, minutes: 34, lesson: 2 },
  { title: 'By compass', date: '2026-06-11', status: 'Returned', depthM: 14.2, minutes: 52, lesson: 3, reason },
  { title: 'Half a dive', date: null, status: 'Draft' },
] as const;
const newestFirst = ['By compass', 'Second dive', 'North Wall', 'Seals at the Nave', 'First breaths'];

const titlesOf = (page: Page) => page.locator('.dives .ttl > a').allInnerTexts();
const rowOf = (page: Page, title: string) =>
  page.locator('.dives > li').filter({ has: page.getByText(title, { exact: true }) });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver.email, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}

async function chooseFromMenu(page: Page, button: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function speakArabic(email: string): Promise<void> {
  await runSql("update person set language = 'ar-SA' where email = $1", [email]);
  onTestFinished(async () => {
    await runSql("update person set language = 'en-US' where email = $1", [email]);
  });
}

beforeEach(clearDives);

describe('the list', () => {
  it('begins with an invitation', async () => {
    const page = await open('/logbook/list');
    await page.getByText('All your dives in one place').waitFor();
    await checkAppearance(page);
    await chooseFromMenu(page, 'Log a dive', 'Training dive');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/logbook/log-dive/select-course');
  });

  it('shows totals, years and what became of each dive, by tab, order and search', async () => {
    await seedDives(few);
    const page = await open('/logbook/list');
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
    expect(await page.locator('.sums .stat').allInnerTexts()).toEqual([
      '5\ndives',
      '3h 44min\nunder water',
      '24.8m\ndeepest',
      expect.stringContaining('this year'),
      'Jun 11, 2026\nlast dive',
    ]);
    expect(await page.locator('.year-head').allInnerTexts()).toEqual([
      '2026\n3 dives, 2 h 13 min',
      '2025\n1 dive, 1 h 3 min',
      '2024\n1 dive, 28 min',
    ]);
    expect(await rowOf(page, 'By compass').innerText()).toContain(reason);
    expect(await rowOf(page, 'First breaths').innerText()).toMatch(/no\. 1[\s\S]*7\.2m[\s\S]*28min[\s\S]*Verified/);

    const tab = (name: string) => page.getByRole('navigation', { name: 'Kinds of dives' }).getByRole('link', { name });
    expect(await tab('').allInnerTexts()).toEqual(['All\n5', 'Training\n3', 'Recreational\n2', 'Drafts\n1']);
    await tab('Training').click();
    await expect.poll(() => titlesOf(page)).toEqual(['By compass', 'Second dive', 'First breaths']);
    await expect
      .poll(() => page.locator('.year-head').allInnerTexts())
      .toEqual(['2026\n2 dives, 1 h 26 min', '2024\n1 dive, 28 min']);
    await tab('Drafts').click();
    await expect.poll(() => titlesOf(page)).toEqual(['Half a dive']);
    const [draft] = await runSql<{ id: string }>("select id from dive_log where dive_title = 'Half a dive'");
    expect(await page.locator('.ttl > a').getAttribute('href')).toBe(
      `/logbook/log-dive/recreational/update/${draft?.id}`,
    );
    await page.getByRole('link', { name: 'Pending 1' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Second dive']);
    await tab('All').click();

    await chooseFromMenu(page, /^Sort/, 'Deepest first');
    const byDepth = ['North Wall', 'By compass', 'Seals at the Nave', 'Second dive', 'First breaths'];
    await expect.poll(() => titlesOf(page)).toEqual(byDepth);
    expect(await page.locator('.year-head').count()).toBe(0);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search your dives').fill('SEALS nave');
    await expect.poll(() => titlesOf(page)).toEqual(['Seals at the Nave']);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=max_depth_desc&search=SEALS+nave');
    await page.reload();
    await expect.poll(() => titlesOf(page)).toEqual(['Seals at the Nave']);
    await page.getByLabel('Search your dives').fill('shark');
    await page.getByText('Nothing found').last().waitFor();
    await page.getByRole('link', { name: 'Show all dives' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
  });

  it('deletes and has back, by the menu and by the keyboard, where that is allowed', async () => {
    await seedDives(few);
    const page = await open('/logbook/list');
    const without = (title: string) => newestFirst.filter((other) => other !== title);
    await page.getByRole('button', { name: 'More about Second dive' }).click();
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, 'More about North Wall', 'Delete');
    await expect.poll(() => titlesOf(page)).toEqual(without('North Wall'));
    await expect.poll(() => page.locator('.sums .stat').first().innerText()).toBe('4\ndives');
    await expect.poll(() => focused(page)).toBe('More about Seals at the Nave');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);

    await rowOf(page, 'Seals at the Nave').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => titlesOf(page)).toEqual(without('Seals at the Nave'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
    await rowOf(page, 'Second dive').getByRole('link').focus();
    await page.keyboard.press('Delete');
    expect(await page.locator('.toast').count()).toBe(0);
  });

  it('says when it cannot be loaded, and loads on Refresh', async () => {
    await seedDives(few);
    const page = await openPage({ signedInAs: diver.email, expectedProblems: [/ERR_FAILED/] });
    await page.route('**/api/graphql', (route) =>
      route.request().postData()?.includes('logbookTotals') ? route.abort() : route.continue(),
    );
    await visit(page, '/logbook/list');
    await page.getByText('Something went wrong').waitFor();
    await page.unroute('**/api/graphql');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(newestFirst);
  });

  it('follows the units that are chosen elsewhere, in both directions', async () => {
    await seedDives(few);
    await runSql("update person set unit = 'Metric' where affiliate_id = $1", [diver.affiliateId]);
    const page = await open('/logbook/list');
    const settings = await open('/settings');
    onTestFinished(async () => {
      await runSql("update person set unit = 'Metric' where affiliate_id = $1", [diver.affiliateId]);
    });
    await settings.getByText('Imperial', { exact: true }).click();
    await expect
      .poll(() => rowOf(page, 'North Wall').locator('.nums').innerText())
      .toMatch(/81ft[\s\S]*47min[\s\S]*52°F/);
    await speakArabic(diver.email);
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await rowOf(page, 'North Wall').waitFor();
  });
});

describe('ten thousand dives', () => {
  /** The numbers of those that can be seen. */
  const seen = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.dives > li')]
        .map((row) => ({ box: row.getBoundingClientRect(), title: row.querySelector('.ttl > a')?.textContent ?? '' }))
        .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
        .map(({ title }) => Number(title.slice(5))),
    );

  it('scroll smoothly, are all there, and keep the page small', async () => {
    await seedManyDives(10_000);
    const page = await open('/logbook/list');
    await rowOf(page, 'Dive 10000').getByRole('link').focus();
    const framesSoFar = await recordFrameTimes(page);
    await page.mouse.move(800, 600);
    let most = 0;
    const passed = new Set<number>();
    while ((await page.evaluate(() => scrollY)) < 20_000) {
      const rows = await seen(page);
      expect(rows).toEqual(rows.map((_row, index) => (rows[0] ?? 0) - index));
      for (const number of rows) passed.add(number);
      most = Math.max(most, await page.locator('.dives > li').count());
      await page.mouse.wheel(0, 250);
    }
    expect(most).toBeLessThan(60);
    expect(passed.size).toBeGreaterThan(150);
    expect(passed.size).toBe(10_000 - Math.min(...passed) + 1);
    const frames = await framesSoFar();
    expect(frames.filter((frame) => frame > 50).length).toBeLessThan(frames.length / 4);
    // The one that has the focus is still there, far above.
    expect(await focused(page)).toBe('Dive 10000');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(async () => (await seen(page)).length).toBeGreaterThan(3);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await rowOf(page, 'Dive 1').waitFor();
    expect(await page.locator('.dives > li').count()).toBeLessThan(60);
  });
});

describe('a dive', () => {
  it('is a page with all that was said of it, and can be withdrawn', async () => {
    const [, , , pending = ''] = await seedDives(few);
    const page = await open('/logbook/list');
    await rowOf(page, 'Second dive').getByRole('link').click();
    await expect(page).toShow(`/logbook/dive/${pending}`, 'Second dive');
    expect(await page.locator('.figs').innerText()).toMatch(/11\.6m\ndeepest[\s\S]*34min\nbottom time/);
    const facts = await page.locator('.dive-facts').allInnerTexts();
    expect(facts.join('\n')).toMatch(/Salt, Ocean[\s\S]*High, 12 m[\s\S]*16 °C, Partly cloudy[\s\S]*Steel, 12 L/);
    for (const text of ['Jonas Brandt', 'Kelder Bay Diving', 'Buddy check', 'Soft corals'])
      await page.getByText(text).first().waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('link', { name: 'Finish it' }).waitFor();
    await page.getByText('It is a draft again').waitFor();
    await expect.poll(() => focused(page)).toBe('Second dive');
  });

  it('that was returned says why, looks right, and is somebody’s own', async () => {
    const [, , , , returned = ''] = await seedDives(few);
    const page = await open(`/logbook/dive/${returned}`);
    await page.getByText(reason).waitFor();
    await page.getByText('Longer than from in to out.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Mend and resubmit' }).waitFor();
    await checkAppearance(page);
    await speakArabic(diver.email);
    await page.reload();
    await page.getByText(reason).waitFor();
    await checkAppearance(page);
    const other = await open(`/logbook/dive/${returned}`, {
      signedInAs: 'student@demo.test',
      expectedProblems: [/404/],
    });
    await expect(other).toShow(`/logbook/dive/${returned}`, 'This dive is not here');
  });
});

describe('the inbox of an instructor', () => {
  const classDate = '2026-02-03';
  const seedClass = () =>
    seedDives(
      [diver.affiliateId, ...classmates].map((affiliateId) => ({
        title: 'Class dive',
        date: classDate,
        status: 'Pending' as const,
        lesson: 2,
        affiliateId,
      })),
    );
  const classOf = (page: Page) => page.locator('.waiting-class').filter({ hasText: 'Feb 3, 2026' });
  const statusesOf = async (ids: readonly string[]) =>
    (await runSql<{ status: string }>('select status from dive_log where id = any($1) order by id', [ids])).map(
      ({ status }) => status,
    );

  it('is not for everybody', async () => {
    const page = await open('/logbook/verification');
    await expect(page).toShow('/logbook/verification', 'Dives to verify');
    await page.getByText('For instructors').waitFor();
    expect(await (await open('/logbook/list')).getByRole('link', { name: 'Dives to verify' }).count()).toBe(0);
  });

  it('returns one with what is wrong in it, and verifies the rest of the class at once', async () => {
    const ids = await seedClass();
    const page = await open('/logbook/list', { signedInAs: instructor.email });
    await page.getByRole('link', { name: /Dives to verify/ }).click();
    await classOf(page).getByRole('link', { name: 'Adaeze Okafor' }).click();
    const detail = page.getByRole('complementary', { name: 'The dive' });
    await detail.getByRole('heading', { name: 'Adaeze Okafor' }).waitFor();
    await checkAppearance(page);
    await detail.getByRole('button', { name: 'Return' }).click();
    await page.getByRole('button', { name: 'Return the dive' }).click();
    await page.getByText('Write a sentence about what is wrong').waitFor();
    await page.getByLabel('What is wrong?').fill('Look at the times again.');
    await page.getByRole('button', { name: /Choose a field/ }).click();
    await page.getByRole('option', { name: 'Bottom time' }).click();
    await page.getByRole('textbox', { name: 'Bottom time' }).fill('One minute too many.');
    await page.getByRole('button', { name: 'Return the dive' }).click();
    await page.getByText('Returned to Adaeze Okafor').waitFor();
    await expect.poll(() => classOf(page).locator('.waiting-row').count()).toBe(2);

    await classOf(page).getByLabel('Choose the whole class').check();
    await page.getByText('2 dives chosen').waitFor();
    await page.getByRole('button', { name: 'Verify 2 dives' }).click();
    await enterDeviationReason(page);
    await classOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Dives to verify');
    await expect.poll(() => statusesOf(ids)).toEqual(['Returned', 'Verified', 'Verified']);
    const diverPage = await open(`/logbook/dive/${ids[0]}`);
    await diverPage.getByText('Look at the times again.').waitFor();
    await diverPage.getByText('One minute too many.').waitFor();
  });

  it('puts right what was changed meanwhile, and says so; on a phone a dive is its own page', async () => {
    const [first = '', second = '', third = ''] = await seedClass();
    const page = await open('/logbook/verification', { signedInAs: instructor.email, expectedProblems: [/409/] });
    await classOf(page).getByLabel('Choose the whole class').check();
    await runSql('update dive_log set version = version + 1 where id = $1', [second]);
    await page.getByRole('button', { name: 'Verify 3 dives' }).click();
    await enterDeviationReason(page);
    await page.getByText('nothing was verified').waitFor();
    await expect.poll(() => classOf(page).locator('.waiting-row').count()).toBe(3);
    expect(await statusesOf([first, second, third])).toEqual(['Pending', 'Pending', 'Pending']);

    const phone = await open('/logbook/verification', { signedInAs: instructor.email, width: 390, height: 844 });
    await classOf(phone).getByRole('link', { name: 'Ida Okafor' }).click();
    await expect(phone).toShow(`/logbook/dive/${second}`, 'Class dive');
    await phone.getByText('deviations from the standard').waitFor();
    await checkAppearance(phone);
    await phone.getByRole('button', { name: 'Verify with a reason' }).click();
    await enterDeviationReason(phone);
    await phone.getByText('The dive is verified').waitFor();
    await expect.poll(() => statusesOf([second])).toEqual(['Verified']);
    // The queue has moved on to another dive; this one can be taken back for a moment.
    expect(new URL(phone.url()).pathname).not.toBe(`/logbook/dive/${second}`);
    await phone.getByRole('button', { name: 'Undo' }).click();
    await phone.getByText('The dive is back in your queue').waitFor();
    await expect.poll(() => statusesOf([second])).toEqual(['Pending']);
  });
});
