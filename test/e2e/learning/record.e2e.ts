import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDives, diver, enterDeviationReason, instructor, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { course, learners, ownRecord, studentRecord, open, openAsInstructor } from './record-steps.ts';

beforeEach(async () => {
  await clearDives();
  await runSql('delete from skill_sign_off where package_id = $1 and affiliate_id <> 400050', [course]);
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_total, member_number, store_number)
     select id, $2, 'code', '2026-06-01', 60, $3, 20001 from unnest($1::bigint[]) as id
     on conflict (affiliate_id, package_id) do update set member_number = excluded.member_number`,
    [learners, course, instructor.memberNumber],
  );
});

const lineOf = (page: Page, name: string) => page.locator('[data-part="line"]').filter({ hasText: name });
const signedOf = (page: Page) =>
  page.locator('[data-part="line"]:has(.lucide-badge-check) [data-part="title"]').allInnerTexts();

describe('record', () => {
  it('is shown as a document and downloaded as PDF', async () => {
    await seedDives([
      { title: 'First breaths', date: '2026-06-02', status: 'Verified', depthM: 7.2, minutes: 28, lesson: 1 },
    ]);
    const page = await open(ownRecord);
    expect(await page.locator('[data-part="section"] h2').allInnerTexts()).toEqual([
      'Knowledge',
      'Confined water',
      'Open water',
      'Final exam',
      'Medical',
    ]);
    expect(await lineOf(page, 'First breaths').innerText()).toMatch(/Dive 1[^]*Tomás Reyes[^]*7\.2\s*m[^]*28\s*min/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('learner-record-open-water.pdf');
    expect(readFileSync(await download.path()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('updates live when the instructor signs or verifies', async () => {
    const [dive = ''] = await seedDives([
      { title: 'Second dive', date: '2026-06-09', status: 'Pending', depthM: 11.6, minutes: 34, lesson: 2 },
    ]);
    const own = await open(ownRecord);
    const theirs = await openAsInstructor(studentRecord);
    await theirs.getByRole('checkbox', { name: 'Hover for 1 minute' }).check();
    await theirs.getByLabel('Note').fill('As still as a stone.');
    await theirs.getByRole('button', { name: 'Sign off 1 skill' }).click();
    await expect.poll(() => signedOf(own)).toEqual(['Hover for 1 minute']);
    expect(await lineOf(own, 'Hover').innerText()).toMatch(/As still as a stone\.\s*Signed off by\s*Tomás Reyes/);

    await theirs.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => signedOf(own)).toEqual([]);

    await visit(theirs, `/logbook/dive/${dive}`);
    await theirs.getByRole('button', { name: 'Verify with a reason' }).click();
    await enterDeviationReason(theirs);
    await expect.poll(() => signedOf(own)).toEqual(['Dive 2']);
  });
});

describe('instructor', () => {
  it("cannot open the record of another instructor's student", async () => {
    await runSql('update enrollment set member_number = null where affiliate_id = $1', [diver.affiliateId]);
    const page = await openAsInstructor(studentRecord, { expectedProblems: [/401/] });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/unauthorized');
  });

  it('signs for a class and undoes it', async () => {
    const stored = () => runSql('select 1 from skill_sign_off where package_id = $1', [course]);
    const before = (await stored()).length;
    const page = await openAsInstructor(`/training/students?course=${course}`);
    for (const name of ['Adaeze Okafor', 'Jonas Weber', 'Ida Okafor'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('checkbox', { name: 'Fully flooded mask clear' }).check();
    await page.getByRole('checkbox', { name: 'Cramp release' }).check();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Add 6 sign-offs' }).click();
    await page.getByText('6 skills signed off for 3 students.').waitFor();
    await expect.poll(async () => (await stored()).length).toBe(before + 6);
    await expect.poll(() => page.getByRole('checkbox', { name: 'Fully flooded mask clear' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Sign-off undone.').waitFor();
    expect(await stored()).toHaveLength(before);
  });
});
