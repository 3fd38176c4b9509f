import { describe, expect, it } from 'vitest';
import '#test/support/e2e/expect-page.ts';
import { addLargeClass, countClassDives } from '#test/support/e2e/large-class.ts';
import { instructor, open } from './professionals-steps.ts';

/** Elements that a phone renders without a delay. */
const maxElements = 3500;

describe('class board of 600 students', () => {
  it('shows all counts, some students, and more on request', async () => {
    await addLargeClass(600);
    const page = await open('/pro/class', instructor);
    const rows = page.locator('[data-part="student"]');
    await expect(page).toShow('/pro/class', /6\d\d in progress/);
    const firstCount = await rows.count();
    expect(firstCount).toBeLessThan(40);
    expect(await page.locator('*').count()).toBeLessThan(maxElements);
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Open Water Diver' }) });
    expect(await section.getByText(/^6\d\d students$/).count()).toBe(1);
    const shown = await section.locator('[data-part="student"]').count();
    await section.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => section.locator('[data-part="student"]').count()).toBe(shown + 25);
    // Keyboard users continue at the first new student.
    const focused = section.locator('[data-part="student"]').nth(shown).getByRole('link').first();
    await expect.poll(() => focused.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.getByRole('searchbox', { name: 'Find a student' }).fill('student 0555');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.innerText()).toMatch(/Student 0555/);
    await expect(page).toShow('/pro/class?search=student+0555', /6\d\d in progress/);
  });
});

describe('students of a large course', () => {
  it('are all chosen together, including those not shown', async () => {
    await addLargeClass(130);
    const page = await open('/training/students', instructor);
    const rows = page.locator('main li').filter({ has: page.getByRole('checkbox') });
    await expect.poll(() => rows.count()).toBe(50);
    const all = page.getByRole('checkbox', { name: /^Select all 1\d\d students/ });
    await all.click({ force: true });
    await page
      .getByText(/^1\d\d students/)
      .first()
      .waitFor();
    await expect.poll(() => all.isChecked()).toBe(true);
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(100);
  });
});

describe('verification queue with a class of 130', () => {
  it('chooses and verifies the whole class, including dives that are not shown', async () => {
    await addLargeClass(130);
    const page = await open('/logbook/verification', instructor);
    const rows = page.locator('[data-part="class-dive"]');
    expect(await rows.count()).toBe(25);
    expect(await page.locator('*').count()).toBeLessThan(maxElements);
    const card = page.locator('[data-part="class"]').first();
    await card.getByText(/130 dives/).waitFor();
    await card.getByRole('checkbox', { name: 'Select the whole class' }).click({ force: true });
    await page.getByText('130 dives selected').waitFor();
    expect(await rows.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Verify 130 dives' }).click();
    const dialog = page.getByRole('dialog', { name: /130 dives deviate/ });
    await dialog.getByLabel('Reason for verifying anyway').fill('Checked with the paper log');
    await dialog.getByRole('button', { name: 'Verify all 130 dives' }).click();
    await page.getByText('130 dives verified').waitFor();
    expect(await countClassDives('Verified')).toBe(130);
    expect(await countClassDives('Pending')).toBe(0);
  });
});
