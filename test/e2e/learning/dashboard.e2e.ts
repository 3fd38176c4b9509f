import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { findSection } from '#test/support/e2e/find-section.ts';
import { dashboard, makeCode } from './dashboard-steps.ts';

describe('person without courses', () => {
  it('redeems a code typed without dashes, opens the course and names an instructor', async () => {
    const { page, email } = await openPageAsNewUser();
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    expect(await countWhenLoaded(sidebar.getByRole('link', { name: 'My courses' }))).toBe(0);

    const code = await makeCode('open-water', 'Open Water Diver', email);
    await page.getByLabel('Access code').fill(code.replaceAll('-', '').toLowerCase());
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await expect(page).toShow('/training/course/open-water', 'Open Water Diver');
    await sidebar.getByRole('link', { name: 'My courses' }).waitFor();

    await page.getByLabel('Instructor number').fill('1');
    await page.getByText('Instructor number not found. Please try again.').waitFor();
    await page.getByLabel('Instructor number').fill('100001');
    await page.getByText('Tomás Reyes').waitFor();
    await page.getByRole('button', { name: 'Save instructor' }).click();
    await page.getByText('Tomás Reyes is now your instructor').waitFor();
    await page.getByText('Instructor #100001').waitFor();

    await sidebar.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toShow(dashboard, 'Your Open Water Diver course is ready');
    await page.getByText('Open Water Diver, with Tomás Reyes').waitFor();
    await page.getByRole('link', { name: 'Start', exact: true }).waitFor();
  });
});

describe('code', () => {
  it('is given away by email and redeemed by the recipient', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const code = await makeCode('deep', 'Deep Diver', email);
    await visit(page, dashboard);
    const held = findSection(page, 'Your access codes');
    await held.getByRole('button', { name: `Share ${code} by email` }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this code' });
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByText('Enter an email address').waitFor();
    await dialog.getByLabel('Recipient’s email').fill(email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByText('You can’t send a code to yourself.').waitFor();
    const receiver = await openPageAsNewUser();
    await dialog.getByLabel('Recipient’s email').fill(receiver.email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`Code sent to ${receiver.email}`).waitFor();
    await held.waitFor({ state: 'detached' });

    const link = await findMailLink(receiver.email, '/training/claim/');
    await visit(receiver.page, link);
    await expect(receiver.page).toShow(link, 'You’ve received a code for Deep Diver');
    await receiver.page.getByRole('button', { name: 'Accept code' }).click();
    await expect(receiver.page).toShow(link, 'Your code for Deep Diver is ready');
    await receiver.page.getByRole('link', { name: 'Redeem later' }).click();
    await expect.poll(() => findSection(receiver.page, 'Your access codes').getByText(code).count()).toBe(1);
  });
});

describe('student', () => {
  it('shows progress, next step and open tasks', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    await visit(page, dashboard);
    await page.getByRole('heading', { level: 1, name: /^\d+ lessons left in Open Water Diver$/ }).waitFor();
    await page.getByText('Open Water Diver, with Tomás Reyes at Kelder Bay Diving').waitFor();
    await findSection(page, 'Last dive').getByText('Open Water dive').waitFor();
    await page.getByRole('region', { name: 'Course progress' }).getByText('Knowledge').waitFor();
    await page.getByText('Retake the “Your equipment” quiz').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/content/open-water');
  });

  it('opens the course in the URL', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, '/training/my-courses/open-water');
    await expect(page).toShow(`${dashboard}?olmGuid=open-water`, 'You’ve completed Open Water Diver');
    await visit(page, `${dashboard}?olmGuid=deep`);
    await expect(page).toShow('/training/course/deep', 'Deep Diver');
  });

  it('shows results by section, attempts and lessons to review', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    await visit(page, '/training/performance');
    await page
      .locator('main')
      .getByRole('link', { name: /Open Water Diver/ })
      .click();
    await expect(page).toShow('/training/performance/open-water', 'Open Water Diver');
    await findSection(page, 'By section').getByText('Your equipment').waitFor();
    await findSection(page, 'Results').getByText('Lessons to review:').first().waitFor();
  });
});

describe('professionals and stores', () => {
  it('see their students, dives to verify and codes', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    await findSection(page, 'Students')
      .getByRole('link', { name: /students/ })
      .waitFor();
    await findSection(page, 'Access codes to share').getByText('FINS-5Z2P-G8AB').waitFor();
    await page.getByRole('link', { name: 'Review dives' }).waitFor();
    await checkAppearance(page);
  });

  it('name the same next task on the dashboard and on the home page', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    const filled = page.locator('main :is(a, button).bg-accent');
    await expect.poll(() => filled.count()).toBe(1);
    const task = { action: await filled.innerText(), to: await filled.getAttribute('href') };
    await page.getByText('Today', { exact: true }).waitFor();
    await visit(page, '/pro');
    await filled.waitFor();
    expect({ action: await filled.innerText(), to: await filled.getAttribute('href') }).toEqual(task);
  });

  it('show staff the desk and all courses', async () => {
    const page = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Priya');
    await findSection(page, 'All courses').getByText('Deep Diver').waitFor();
    await page.getByRole('link', { name: /^Open desk/ }).click();
    await page.waitForURL('**/desk/applications');
  });
});
