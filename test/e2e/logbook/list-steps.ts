import type { Page } from 'playwright';
import { runSql } from '#test/support/e2e/database.ts';
import type { PageOptions } from '#platform/testing/browser.ts';
import { openAt } from '#test/support/e2e/open-at.ts';
import { classmates, diver, seedDives } from '#test/support/e2e/logbook-dives.ts';

export const returnReason = 'The bottom time is longer than from in to out.';

export const sampleDives = [
  { title: 'North Wall', date: '2026-05-25', status: 'Logged', depthM: 24.8, minutes: 47 },
  { title: 'Seals at the Nave', date: '2025-08-30', status: 'Logged', depthM: 12.1, minutes: 63 },
  { title: 'First breaths', date: '2024-06-02', status: 'Verified', depthM: 7.2, minutes: 28, lesson: 1 },
  { title: 'Second dive', date: '2026-06-09', status: 'Pending', depthM: 11.6, minutes: 34, lesson: 2 },
  {
    title: 'By compass',
    date: '2026-06-11',
    status: 'Returned',
    depthM: 14.2,
    minutes: 52,
    lesson: 3,
    reason: returnReason,
  },
  { title: 'Half a dive', date: null, status: 'Draft' },
] as const;

export const newestFirst = ['By compass', 'Second dive', 'North Wall', 'Seals at the Nave', 'First breaths'];
export const titlesOf = (page: Page) => page.locator('[data-part=dives] [data-part=title]').allInnerTexts();

export const rowOf = (page: Page, title: string) =>
  page.locator('[data-part=dives] > li').filter({ has: page.getByText(title, { exact: true }) });

export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

export const open = (address: string, options: PageOptions = {}) =>
  openAt(address, { signedInAs: diver.email, ...options });

export const seedClass = () =>
  seedDives(
    [diver.affiliateId, ...classmates].map((affiliateId) => ({
      title: 'Class dive',
      date: '2026-02-03',
      status: 'Pending' as const,
      lesson: 2,
      affiliateId,
    })),
  );

export const classOf = (page: Page) => page.locator('[data-part=class]').filter({ hasText: 'Feb 3, 2026' });

export const statusesOf = async (ids: readonly string[]) =>
  (await runSql<{ status: string }>('select status from dive_log where id = any($1) order by id', [ids])).map(
    ({ status }) => status,
  );
