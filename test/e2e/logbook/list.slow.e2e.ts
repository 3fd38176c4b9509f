import type { Page } from 'playwright';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { maxScrollStepMs, measureMainThread } from '#test/support/e2e/main-thread-time.ts';
import {
  clearDives,
  diver,
  enterDeviationReason,
  instructor,
  seedDives,
  seedManyDives,
} from '#test/support/e2e/logbook-dives.ts';
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
import '#test/support/e2e/expect-page.ts';

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

describe('list', () => {
  it('shows a load error and reloads on Refresh', async () => {
    await seedDives(sampleDives);
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

  it('follows unit changes from another tab', async () => {
    await seedDives(sampleDives);
    await runSql("update person set unit = 'Metric' where affiliate_id = $1", [diver.affiliateId]);
    const page = await open('/logbook/list');
    const settings = await open('/settings');
    onTestFinished(async () => {
      await runSql("update person set unit = 'Metric' where affiliate_id = $1", [diver.affiliateId]);
    });
    await settings.getByText('Imperial', { exact: true }).click();
    await expect
      .poll(() => rowOf(page, 'North Wall').locator('[data-part=numbers]').innerText())
      .toMatch(/81ft[\s\S]*47min[\s\S]*52°F/);
    await speakArabic(diver.email);
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await rowOf(page, 'North Wall').waitFor();
  });

  it('shows an empty state with an action', async () => {
    const page = await open('/logbook/list');
    await page.getByText('All your dives in one place').waitFor();
    await checkAppearance(page);
    await chooseFromMenu(page, 'Log a dive', 'Another training dive');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/logbook/log-dive/select-course');
  });
});

describe('10,000 dives', () => {
  /** The numbers of the visible rows. */
  const seen = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-part=dives] > li')]
        .map((row) => ({
          box: row.getBoundingClientRect(),
          title: row.querySelector('[data-part=title]')?.textContent ?? '',
        }))
        .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
        .map(({ title }) => Number(title.slice(5))),
    );

  it('scroll smoothly, are complete and keep the DOM small', async () => {
    await seedManyDives(10_000);
    const page = await open('/logbook/list');
    await rowOf(page, 'Dive 10000').getByRole('link').focus();
    const readTime = await measureMainThread(page);
    let steps = 0;
    await page.mouse.move(800, 600);
    let most = 0;
    const passed = new Set<number>();
    while ((await page.evaluate(() => scrollY)) < 20_000) {
      const rows = await seen(page);
      expect(rows).toEqual(rows.map((_row, index) => (rows[0] ?? 0) - index));
      for (const number of rows) passed.add(number);
      most = Math.max(most, await page.locator('[data-part=dives] > li').count());
      await page.mouse.wheel(0, 250);
      steps++;
    }
    expect(most).toBeLessThan(60);
    expect(passed.size).toBeGreaterThan(150);
    expect(passed.size).toBe(10_000 - Math.min(...passed) + 1);
    expect((await readTime()) / steps).toBeLessThan(maxScrollStepMs);
    // The focused row stays in the DOM although it is far above.
    expect(await focused(page)).toBe('Dive 10000');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(async () => (await seen(page)).length).toBeGreaterThan(3);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await rowOf(page, 'Dive 1').waitFor();
    expect(await page.locator('[data-part=dives] > li').count()).toBeLessThan(60);
  });
});

describe('dive', () => {
  it('shows the return reason and only its owner can open it', async () => {
    const [, , , , returned = ''] = await seedDives(sampleDives);
    const page = await open(`/logbook/dive/${returned}`);
    await page.getByText(returnReason).waitFor();
    await page.getByText('Longer than from in to out.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit and resubmit' }).waitFor();
    await checkAppearance(page);
    await speakArabic(diver.email);
    await page.reload();
    await page.getByText(returnReason).waitFor();
    await checkAppearance(page);
    const other = await open(`/logbook/dive/${returned}`, {
      signedInAs: 'student@demo.test',
      expectedProblems: [/404/],
    });
    await expect(other).toShow(`/logbook/dive/${returned}`, 'Dive not found');
  });

  it('shows all details and can be withdrawn', async () => {
    const [, , , pending = ''] = await seedDives(sampleDives);
    const page = await open('/logbook/list');
    await rowOf(page, 'Second dive').getByRole('link').click();
    await expect(page).toShow(`/logbook/dive/${pending}`, 'Second dive');
    expect(await page.getByRole('region', { name: 'Dive summary' }).innerText()).toMatch(
      /11\.6m\nmax depth[\s\S]*34min\nbottom time/,
    );
    const facts = await page.locator('[data-part=facts]').allInnerTexts();
    expect(facts.join('\n')).toMatch(/Salt, Ocean[\s\S]*Good, 12 m[\s\S]*Partly Cloudy, 16 °C[\s\S]*Steel, 12 L/);
    for (const text of ['Jonas Brandt', 'Kelder Bay Diving', 'Buddy check', 'Soft corals'])
      await page.getByText(text).first().waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('link', { name: 'Finish logging' }).waitFor();
    await page.getByText('Moved back to drafts').waitFor();
    await expect.poll(() => focused(page)).toBe('Second dive');
  });
});

describe("instructor's inbox", () => {
  it('reports dives that changed and opens a dive as a page on a phone', async () => {
    const [first = '', second = '', third = ''] = await seedClass();
    const page = await open('/logbook/verification', { signedInAs: instructor.email, expectedProblems: [/409/] });
    await classOf(page).getByLabel('Select the whole class').check();
    await runSql('update dive_log set version = version + 1 where id = $1', [second]);
    await page.getByRole('button', { name: 'Verify 3 dives' }).click();
    await enterDeviationReason(page);
    await page.getByText('we didn’t verify anything').waitFor();
    await expect.poll(() => classOf(page).locator('[data-part=class-dive]').count()).toBe(3);
    expect(await statusesOf([first, second, third])).toEqual(['Pending', 'Pending', 'Pending']);

    const phone = await open('/logbook/verification', { signedInAs: instructor.email, width: 390, height: 844 });
    await classOf(phone).getByRole('link', { name: 'Ida Okafor' }).click();
    await expect(phone).toShow(`/logbook/dive/${second}`, 'Class dive');
    await phone.getByText('deviations from standards').waitFor();
    await checkAppearance(phone);
    await phone.getByRole('button', { name: 'Verify with a reason' }).click();
    await enterDeviationReason(phone);
    await phone.getByText('Dive verified').waitFor();
    await expect.poll(() => statusesOf([second])).toEqual(['Verified']);
    // The queue shows the next dive; the decision can be undone for a moment.
    expect(new URL(phone.url()).pathname).not.toBe(`/logbook/dive/${second}`);
    await phone.getByRole('button', { name: 'Undo' }).click();
    await phone.getByText('Dive moved back to your list').waitFor();
    await expect.poll(() => statusesOf([second])).toEqual(['Pending']);
  });

  it('is not open to divers', async () => {
    const page = await open('/logbook/verification');
    await expect(page).toShow('/logbook/verification', 'Dives to verify');
    await page.getByText('This page is for instructors').waitFor();
    expect(await countWhenLoaded((await open('/logbook/list')).getByRole('link', { name: 'Dives to verify' }))).toBe(0);
  });
});
