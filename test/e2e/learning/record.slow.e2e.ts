import { beforeEach, describe, expect, it } from 'vitest';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { clearDives, diver, instructor } from '#test/support/e2e/logbook-dives.ts';
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

describe('record', () => {
  it('lists courses when the URL names none', async () => {
    const page = await open('/training/eRecord');
    await page.getByRole('link', { name: 'Open Water Diver' }).click();
    await expect(page).toShow(ownRecord, 'Open Water Diver');
  });

  it('lets the learner name an instructor', async () => {
    const page = await open(ownRecord, { expectedProblems: [/422/] });
    await page.getByRole('button', { name: 'Change instructor' }).click();
    await page.getByLabel('Instructor number').fill('999999');
    await page.getByRole('button', { name: 'Save instructor' }).click();
    await page.getByText('Instructor number not found. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Remove instructor' }).click();
    await page.getByText('No instructor yet').waitFor();
    await page.getByRole('button', { name: 'Add instructor' }).click();
    await page.getByLabel('Instructor number').fill(String(instructor.memberNumber));
    await page.getByRole('button', { name: 'Save instructor' }).click();
    await page.getByText(`Instructor #${instructor.memberNumber}`).waitFor();
    const [stored] = await runSql('select member_number from enrollment where affiliate_id = $1 and package_id = $2', [
      diver.affiliateId,
      course,
    ]);
    expect(stored).toEqual({ member_number: instructor.memberNumber });
  });
});

describe('instructor', () => {
  it("shows a student's record with boxes for open signatures", async () => {
    const page = await openAsInstructor(studentRecord);
    await page.getByRole('checkbox', { name: 'Select all 21 remaining skills' }).check();
    await page.getByRole('button', { name: 'Sign off 21 skills' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByLabel('Date').fill('2999-01-01');
    await page.getByText('Date can’t be in the future.').waitFor();
    expect(await page.locator('[data-part="line"] [type="checkbox"]').count()).toBe(21);
  });

  it.each([
    ['another id in the query', `${diver.affiliateId}/${course}?affiliateId=400001`],
    ['no query', `${diver.affiliateId}/${course}`],
  ])('cannot open a URL with %s', async (_name, address) => {
    const page = await openAsInstructor(`/training/instructor/eRecord/${address}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/unauthorized');
  });

  it('opens the class from the dives to verify, and a record from there', async () => {
    const page = await openAsInstructor('/logbook/verification');
    await page.getByRole('link', { name: 'Your students' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/students');
    await page.getByRole('link', { name: 'Adaeze Okafor' }).click();
    await expect(page).toShow(studentRecord, 'Open Water Diver');
  });
});

describe('class', () => {
  it('is hidden from people without students', async () => {
    const page = await open('/training/students');
    await page.getByText('This page is for instructors').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await checkAppearance(page);
  });
});
