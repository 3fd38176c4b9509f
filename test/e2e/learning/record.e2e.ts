import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { clearDives, diver, enterDeviationReason, instructor, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';

const course = 'open-water';
/** The one whose logbook the tests have to themselves, and two more of the class. */
const learners = [diver.affiliateId, 400_002, 400_003];
const ownRecord = `/training/eRecord/${course}`;
const studentRecord = `/training/instructor/eRecord/${diver.affiliateId}/${course}?affiliateId=${diver.affiliateId}`;

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

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver.email, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}

const openAsInstructor = (address: string, options: PageOptions = {}) =>
  open(address, { signedInAs: instructor.email, ...options });
const lineOf = (page: Page, name: string) => page.locator('.record-line').filter({ hasText: name });
const signedOf = (page: Page) => page.locator('.record-line:has(.seal) .record-title').allInnerTexts();

describe('the record', () => {
  it('reads like a document, and is had as a PDF', async () => {
    await seedDives([
      { title: 'First breaths', date: '2026-06-02', status: 'Verified', depthM: 7.2, minutes: 28, lesson: 1 },
    ]);
    const page = await open(ownRecord);
    expect(await page.locator('.record-part h2').allInnerTexts()).toEqual([
      'Knowledge',
      'Confined water',
      'Open water',
      'Exam',
      'Medical',
    ]);
    expect(await lineOf(page, 'First breaths').innerText()).toMatch(/Dive 1[^]*Tomás Reyes[^]*7\.2\s*m[^]*28\s*min/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('learner-record-open-water.pdf');
    expect(readFileSync(await download.path()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('changes before the eyes of the student when the instructor signs or verifies', async () => {
    const [dive = ''] = await seedDives([
      { title: 'Second dive', date: '2026-06-09', status: 'Pending', depthM: 11.6, minutes: 34, lesson: 2 },
    ]);
    const own = await open(ownRecord);
    const theirs = await openAsInstructor(studentRecord);
    await theirs.getByRole('checkbox', { name: 'Hovering for a minute' }).check();
    await theirs.getByLabel('Note').fill('As still as a stone.');
    await theirs.getByRole('button', { name: 'Sign 1 skill' }).click();
    await expect.poll(() => signedOf(own)).toEqual(['Hovering for a minute']);
    expect(await lineOf(own, 'Hovering').innerText()).toMatch(/As still as a stone\.\s*Signed by\s*Tomás Reyes/);

    await theirs.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => signedOf(own)).toEqual([]);

    await visit(theirs, `/logbook/dive/${dive}`);
    await theirs.getByRole('button', { name: 'Verify with a reason' }).click();
    await enterDeviationReason(theirs);
    await expect.poll(() => signedOf(own)).toEqual(['Dive 2']);
  });

  it('lists the courses where none is named', async () => {
    const page = await open('/training/eRecord');
    await page.getByRole('link', { name: 'Open Water Diver' }).click();
    await expect(page).toShow(ownRecord, 'Open Water Diver');
  });

  it('lets the learner say who teaches them', async () => {
    const page = await open(ownRecord, { expectedProblems: [/422/] });
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Instructor number').fill('999999');
    await page.getByRole('button', { name: 'Name instructor' }).click();
    await page.getByText('Instructor number not found. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Nobody', exact: true }).click();
    await page.getByText('No instructor yet').waitFor();
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByLabel('Instructor number').fill(String(instructor.memberNumber));
    await page.getByRole('button', { name: 'Name instructor' }).click();
    await page.getByText(`Instructor no. ${instructor.memberNumber}`).waitFor();
    const [kept] = await runSql('select member_number from enrollment where affiliate_id = $1 and package_id = $2', [
      diver.affiliateId,
      course,
    ]);
    expect(kept).toEqual({ member_number: instructor.memberNumber });
  });
});

describe('the instructor', () => {
  it('sees the record of a student, with boxes where nothing is signed', async () => {
    const page = await openAsInstructor(studentRecord);
    await page.getByRole('checkbox', { name: 'Choose all 21 open skills' }).check();
    await page.getByRole('button', { name: 'Sign 21 skills' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Date').fill('2999-01-01');
    await page.getByText('Choose a day that is not in the future.').waitFor();
    expect(await page.locator('.record-box').count()).toBe(21);
  });

  it('is led away from somebody whom they do not teach', async () => {
    await runSql('update enrollment set member_number = null where affiliate_id = $1', [diver.affiliateId]);
    const page = await openAsInstructor(studentRecord, { expectedProblems: [/401/] });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/unauthorized');
  });

  it.each([
    ['a query that says another', `${diver.affiliateId}/${course}?affiliateId=400001`],
    ['no query', `${diver.affiliateId}/${course}`],
  ])('is led away by an address with %s', async (_what, address) => {
    const page = await openAsInstructor(`/training/instructor/eRecord/${address}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/unauthorized');
  });

  it('signs for a class, and takes it back', async () => {
    const kept = () => runSql('select 1 from skill_sign_off where package_id = $1', [course]);
    const before = (await kept()).length;
    const page = await openAsInstructor(`/training/students?course=${course}`);
    for (const name of ['Adaeze Okafor', 'Jonas Weber', 'Ida Okafor'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByRole('checkbox', { name: 'Flooded mask cleared' }).check();
    await page.getByRole('checkbox', { name: 'Cramp released' }).check();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Sign 6 times' }).click();
    await page.getByText('6 skills signed for 3 students.').waitFor();
    await expect.poll(async () => (await kept()).length).toBe(before + 6);
    await expect.poll(() => page.getByRole('checkbox', { name: 'Flooded mask cleared' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back.').waitFor();
    expect(await kept()).toHaveLength(before);
  });

  it('comes to the class from the dives that wait, and from there to a record', async () => {
    const page = await openAsInstructor('/logbook/verification');
    await page.getByRole('link', { name: 'Your students' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/students');
    await page.getByRole('link', { name: 'Adaeze Okafor' }).click();
    await expect(page).toShow(studentRecord, 'Open Water Diver');
  });
});

describe('the class', () => {
  it('is not there for those who teach nobody', async () => {
    const page = await open('/training/students');
    await page.getByText('This page is for instructors').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await checkAppearance(page);
  });
});
