import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { findSection } from '#test/support/e2e/find-section.ts';
import { dashboard, makeCode } from './dashboard-steps.ts';

describe('person without courses', () => {
  it('removes the instructor with Undo', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `insert into enrollment (affiliate_id, package_id, source, lessons_total)
       select affiliate_id, 'open-water', 'code', 60 from person where email = $1`,
      [email],
    );
    await visit(page, '/training/course/open-water');
    await page.getByLabel('Instructor number').fill('100001');
    await page.getByRole('button', { name: 'Save instructor' }).click();
    await page.getByText('Instructor #100001').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Instructor number').waitFor();
    expect(await countWhenLoaded(page.getByText('Instructor #100001'))).toBe(0);
  });

  it('opens a demo course without an entitlement', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, dashboard);
    await page.getByRole('link', { name: 'Talking underwater' }).click();
    await expect(page).toShow('/training/course/demo-hand-signals', 'Talking underwater');
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/content/demo-hand-signals');
    await page.locator('[data-block]').first().waitFor();
  });

  it('shows what a course is about before purchase and how to get it', async () => {
    const page = await openPage({ signedInAs: 'candidate@demo.test' });
    await visit(page, '/training/course/deep');
    await page.getByRole('heading', { level: 2, name: 'Have a code?' }).waitFor();
    await page.getByText('1.1 A reason to go').waitFor();
    expect(await countWhenLoaded(page.locator('main a[href*="/training/content/"]'))).toBe(0);
    await checkAppearance(page);
  });
});

describe('next step', () => {
  it('of a store is the most urgent task of its home', async () => {
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, dashboard);
    const step = page.locator('[data-part=page-head] a');
    await step.waitFor();
    const href = await step.getAttribute('href');
    expect(await step.count()).toBe(1);
    await visit(page, '/pro');
    await expect.poll(() => page.locator('[data-part=page-head] a').getAttribute('href')).toBe(href);
  });

  it('of staff is the first queue that needs a decision', async () => {
    const page = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(page, dashboard);
    const step = page.locator('[data-part=page-head] a');
    await expect.poll(() => step.getAttribute('href')).toBe('/desk/pages');
    await step.click();
    await page.waitForURL('**/desk/pages');
    await page.getByRole('rowheader').first().waitFor();
  });
});

/** Holds a chunk of the page back until the returned function is called. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const isRequested = page.waitForRequest(`**/assets/${name}-*.js`);
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await isReleased;
    await route.continue();
  });
  return () => void isRequested.then(() => release());
}

describe('code', () => {
  it('explains an invalid or used code and keeps the input', async () => {
    const expectedProblems = [/status of 404/, /status of 409/];
    const page = await openPage({ signedInAs: 'candidate@demo.test', expectedProblems });
    await visit(page, dashboard);
    const field = page.getByLabel('Access code');
    const redeem = page.getByRole('button', { name: 'Redeem', exact: true });
    await field.waitFor();
    await redeem.click();
    await page.getByText('Enter your access code').waitFor();
    await field.fill('NOPE-NOPE-NOPE');
    await redeem.click();
    await page.getByText('We couldn’t find that code. Check it and try again.').waitFor();
    expect(await field.inputValue()).toBe('NOPE-NOPE-NOPE');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    const code = await makeCode('deep', 'Deep Diver');
    await runSql('update access_code set redeemed_at = now(), redeemed_by = 400002 where code = $1', [code]);
    await field.fill(code);
    await redeem.click();
    await page.getByText('This code has already been redeemed.').waitFor();
  });

  it('is redeemed by a button that is pressed before its form responds', async () => {
    const { page } = await openPageAsNewUser();
    const code = await makeCode('open-water', 'Open Water Diver');
    const release = await holdScript(page, 'first-steps');
    await visit(page, dashboard);
    await page.locator('#root:not([aria-busy])').waitFor();
    await page.getByLabel('Access code').fill(code);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    release();
    await expect(page).toShow('/training/course/open-water', 'Open Water Diver');
  });

  it('keeps text, focus and a pressed button when the code of its section arrives', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/status of 404/] });
    const release = await holdScript(page, 'dashboard-aside');
    await visit(page, dashboard);
    await page.locator('#root:not([aria-busy])').waitFor();
    const field = page.getByLabel('Access code');
    const serverField = await field.elementHandle();
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await field.fill('NOPE-NOPE-NOPE');
    expect(await serverField?.evaluate((input) => input.isConnected)).toBe(true);
    release();
    await page.getByText('We couldn’t find that code. Check it and try again.').waitFor();
    expect(await serverField?.evaluate((input) => input.isConnected)).toBe(false);
    expect(await field.inputValue()).toBe('NOPE-NOPE-NOPE');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('explains a missing prerequisite and stays valid', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 409/] });
    await visit(page, dashboard);
    const code = await makeCode('deep', 'Deep Diver');
    await page.getByLabel('Access code').fill(code);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'You can’t redeem this code yet' });
    await dialog.getByText('You need the Open Water certification').waitFor();
    await checkAppearance(page);
    expect(await runSql('select redeemed_at from access_code where code = $1', [code])).toEqual([
      { redeemed_at: null },
    ]);
    await dialog.getByRole('link', { name: 'Go to the Open Water course' }).click();
    await expect(page).toShow('/training/course/open-water', 'Open Water Diver');
  });

  it('asks which specialty to choose', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `insert into certification (affiliate_id, level_id, cert_date)
       select affiliate_id, 10, '2024-05-01' from person where email = $1`,
      [email],
    );
    await visit(page, dashboard);
    const code = await makeCode('specialty-of-choice', 'Specialty of your choice');
    await page.getByLabel('Access code').fill(code);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose your specialty' });
    await dialog.getByRole('button', { name: 'Choose specialty' }).click();
    await dialog.getByText('Choose a specialty').waitFor();
    await checkAppearance(page);
    await dialog.getByText('Peak Buoyancy').click();
    await dialog.getByRole('button', { name: 'Choose specialty' }).click();
    await expect(page).toShow('/training/course/peak-buoyancy', 'Peak Buoyancy');
  });

  it('is redeemed with a store number', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const code = await makeCode('deep', 'Deep Diver', email);
    await visit(page, dashboard);
    await page.getByRole('button', { name: `Add dive center to ${code}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Which dive center are you training with?' });
    await dialog.getByLabel('Store number').fill('1');
    await dialog.getByRole('button', { name: 'Save dive center' }).click();
    await dialog.getByText('Store number not found. Please try again.').waitFor();
    await dialog.getByLabel('Store number').fill('20001');
    await dialog.getByRole('button', { name: 'Save dive center' }).click();
    await page.getByText('You’re training with Kelder Bay Diving').waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

describe('student', () => {
  it('shows an error with the id of an unknown course', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/404/] });
    await visit(page, `${dashboard}/no-such-course`);
    await expect(page).toShow(`${dashboard}/no-such-course`, 'We couldn’t find that course.');
    await page.getByText('no-such-course', { exact: true }).waitFor();
  });

  it('keeps the page when one part fails and reloads it on Refresh', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/500/] });
    let isBroken = true;
    await page.route('**/api/certifications/codes/unredeemed', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await visit(page, dashboard);
    const held = findSection(page, 'Your access codes');
    await held.getByText('Something went wrong').waitFor();
    await findSection(page, 'Courses').getByText('Open Water Diver').waitFor();
    isBroken = false;
    await held.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => held.getByText('Enriched Air Diver').count()).toBe(1);
  });

  it("cannot open another student's results", async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/401/] });
    await page.route('**/assessmentresults*', (route) =>
      route.fulfill({ status: 401, json: { errors: [{ code: 'learning.not_your_student', message: '' }] } }),
    );
    await visit(page, '/training/performance/open-water');
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
  });
});

describe('professionals and stores', () => {
  it('send a code they hold', async () => {
    const code = await makeCode('open-water', 'Open Water Diver', 'store@demo.test');
    onTestFinished(async () => void (await runSql('delete from access_code where code = $1', [code])));
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, '/pro/codes');
    await page.getByLabel('Search codes and courses').fill(code);
    await page.getByRole('button', { name: `Share ${code} by email` }).click();
    await page.getByLabel('Recipient’s email').fill('somebody@example.test');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Code sent to somebody@example.test').waitFor();
    const item = page.getByRole('listitem').filter({ hasText: code });
    await expect.poll(() => item.getByText('Shared', { exact: true }).count()).toBe(1);
  });
});

describe('guest of Discover Scuba Diving', () => {
  const states = {
    unable: [['We can’t start your eLearning yet'], 'Try Again'],
    preparing: [['Preparing your eLearning', 'This takes up to 4 minutes.'], null],
    ready: [['Your eLearning is ready.'], 'Open course'],
    failed: [
      ['We were unable to create your eLearning. Please contact your local association office for assistance.'],
      'Try Again',
    ],
  } as const;

  it.each(Object.keys(states) as (keyof typeof states)[])('shows that the e-learning is %s', async (state) => {
    const page = await openPage({ signedInAs: 'candidate@demo.test' });
    await page.route('**/api/learning/v2/elearning', (route) =>
      route.fulfill({
        json: {
          state,
          packageId: 'discover-scuba',
          percent: 40,
          startedAt: null,
          memberNumber: 100_001,
          storeNumber: null,
        },
      }),
    );
    await visit(page, `${dashboard}?ref=dsd`);
    const [texts, action] = states[state];
    for (const text of texts) await page.getByText(text).waitFor();
    if (action !== null) await page.getByText(action, { exact: true }).waitFor();
    const isPreparing = state === 'preparing';
    expect(await page.locator('progress[value="40"]').count()).toBe(isPreparing ? 1 : 0);
    await checkAppearance(page);
    if (action !== 'Try Again') return;
    const requested = page.waitForRequest('**/api/learning/v2/courses/enroll/discover-scuba');
    await page.getByRole('button', { name: action }).click();
    expect((await requested).method()).toBe('POST');
  });
});
