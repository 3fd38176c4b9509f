import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const dashboard = '/training/dashboard';
let codes = 0;

/** A code of one's own for each test: it is used up by it. */
async function makeCode(packageId: string, name: string, holder: string | null = null): Promise<string> {
  codes += 1;
  const code = `TEST-${String(process.pid % 10_000).padStart(4, '0')}-${String(codes).padStart(4, '0')}`;
  await runSql(
    `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
     values ($1, $2, $3, (select affiliate_id from person where email = $4))`,
    [code, packageId, name, holder],
  );
  return code;
}

/** What is in the mail that the receiver of a code gets. */
async function claimLinkOf(email: string): Promise<string> {
  const [mail] = await runSql<{ text: string }>(
    "select text from mail_outbox where to_address = $1 and text like '%/training/claim/%'",
    [email],
  );
  return /\/training\/claim\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';
}

const section = (page: Page, title: string) =>
  page.locator('section.sec').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

describe('somebody who has nothing to learn yet', () => {
  it('is welcomed, redeems a code typed without dashes, gets to the course and names an instructor', async () => {
    const { page, email } = await openPageAsNewUser();
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    expect(await sidebar.getByRole('link', { name: 'My courses' }).count()).toBe(0);

    const code = await makeCode('open-water', 'Open Water Diver', email);
    await page.getByLabel('Access code').fill(code.replaceAll('-', '').toLowerCase());
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await expect(page).toShow('/training/course/open-water', 'Open Water Diver');
    await sidebar.getByRole('link', { name: 'My courses' }).waitFor();

    await page.getByLabel('Instructor number').fill('1');
    await page.getByText('Instructor number not found. Please try again.').waitFor();
    await page.getByLabel('Instructor number').fill('100001');
    await page.getByText('Tomás Reyes').waitFor();
    await page.getByRole('button', { name: 'Name instructor' }).click();
    await page.getByText('Tomás Reyes teaches you now').waitFor();
    await page.getByText('Instructor 100001').waitFor();

    await sidebar.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toShow(dashboard, 'Your Open Water Diver course is ready');
    await page.getByText('Open Water Diver, with Tomás Reyes').waitFor();
    await page.getByRole('link', { name: 'Start', exact: true }).waitFor();
  });

  it('takes the instructor back by Undo', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `insert into enrollment (affiliate_id, package_id, source, lessons_total)
       select affiliate_id, 'open-water', 'code', 60 from person where email = $1`,
      [email],
    );
    await visit(page, '/training/course/open-water');
    await page.getByLabel('Instructor number').fill('100001');
    await page.getByRole('button', { name: 'Name instructor' }).click();
    await page.getByText('Instructor 100001').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Instructor number').waitFor();
    expect(await page.getByText('Instructor 100001').count()).toBe(0);
  });

  it('opens a demo course without an entitlement', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, dashboard);
    await page.getByRole('link', { name: 'Talking under water' }).click();
    await expect(page).toShow('/training/course/demo-hand-signals', 'Talking under water');
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/content/demo-hand-signals');
    await page.locator('[data-block]').first().waitFor();
  });

  it('reads what a course is about before it is theirs, and how to get it', async () => {
    const page = await openPage({ signedInAs: 'candidate@demo.test' });
    await visit(page, '/training/course/deep');
    await page.getByRole('heading', { level: 2, name: 'Do you have a code?' }).waitFor();
    await page.getByText('1.1 A reason to go').waitFor();
    expect(await page.locator('main a[href*="/training/content/"]').count()).toBe(0);
    await checkAppearance(page);
  });
});

describe('a code', () => {
  it('that is wrong, or used up, says so and stays to be mended', async () => {
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
    await page.getByText('No access code was found.').waitFor();
    expect(await field.inputValue()).toBe('NOPE-NOPE-NOPE');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    const code = await makeCode('deep', 'Deep Diver');
    await runSql('update access_code set redeemed_at = now(), redeemed_by = 400002 where code = $1', [code]);
    await field.fill(code);
    await redeem.click();
    await page.getByText('This access code has already been redeemed.').waitFor();
  });

  it('that is given away leaves the list, is mailed, and is taken by who gets it', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const code = await makeCode('deep', 'Deep Diver', email);
    await visit(page, dashboard);
    const held = section(page, 'Codes you hold');
    await held.getByRole('button', { name: `Send ${code} by e-mail` }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this code' });
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByText('Enter an e-mail address').waitFor();
    await dialog.getByLabel('E-mail of the receiver').fill(email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByText('You cannot give a code to yourself.').waitFor();
    const receiver = await openPageAsNewUser();
    await dialog.getByLabel('E-mail of the receiver').fill(receiver.email);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`Sent to ${receiver.email}`).waitFor();
    await held.waitFor({ state: 'detached' });

    const link = await claimLinkOf(receiver.email);
    await visit(receiver.page, link);
    await expect(receiver.page).toShow(link, 'Deep Diver is waiting for you');
    await receiver.page.getByRole('button', { name: 'Take it' }).click();
    await expect(receiver.page).toShow(link, 'Deep Diver is yours');
    await receiver.page.getByRole('link', { name: 'Keep it for later' }).click();
    await expect.poll(() => section(receiver.page, 'Codes you hold').getByText(code).count()).toBe(1);
  });

  it('for a specialty of choice asks which one it is to be', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, dashboard);
    const code = await makeCode('specialty-of-choice', 'A specialty of your choice');
    await page.getByLabel('Access code').fill(code);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose your specialty' });
    await dialog.getByRole('button', { name: 'Choose this one' }).click();
    await dialog.getByText('Choose one of them').waitFor();
    await checkAppearance(page);
    await dialog.getByText('Peak Buoyancy').click();
    await dialog.getByRole('button', { name: 'Choose this one' }).click();
    await expect(page).toShow('/training/course/peak-buoyancy', 'Peak Buoyancy');
  });

  it('is used with a store that is named by its number', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const code = await makeCode('deep', 'Deep Diver', email);
    await visit(page, dashboard);
    await page.getByRole('button', { name: `Store for ${code}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Which store do you learn with?' });
    await dialog.getByLabel('Store number').fill('1');
    await dialog.getByRole('button', { name: 'Save store' }).click();
    await dialog.getByText('Store number not found. Please try again.').waitFor();
    await dialog.getByLabel('Store number').fill('20001');
    await dialog.getByRole('button', { name: 'Save store' }).click();
    await page.getByText('You will learn with Kelder Bay Diving').waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

describe('a student', () => {
  it('sees where they stand, what is next and what needs them', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    await visit(page, dashboard);
    await page.getByRole('heading', { level: 1, name: /^\d+ lessons left in Open Water Diver$/ }).waitFor();
    await page.getByText('Open Water Diver, with Tomás Reyes at Kelder Bay Diving').waitFor();
    await section(page, 'Last dive').getByText('Open Water dive').waitFor();
    await page.getByRole('region', { name: 'Your course, drawn as a dive' }).getByText('Knowledge').waitFor();
    await page.getByText('The quiz “Your equipment” wants another try').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/training/content/open-water');
  });

  it('is told of a course that does not exist, with its id', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/404/] });
    await visit(page, `${dashboard}/no-such-course`);
    await expect(page).toShow(`${dashboard}/no-such-course`, 'No course was found.');
    await page.getByText('no-such-course', { exact: true }).waitFor();
  });

  it('opens the course that the address names', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, '/training/my-courses/open-water');
    await expect(page).toShow(`${dashboard}?olmGuid=open-water`, 'You finished Open Water Diver');
    await visit(page, `${dashboard}?olmGuid=deep`);
    await expect(page).toShow('/training/course/deep', 'Deep Diver');
  });

  it('keeps the rest of the page when one part of it fails, and gets it back by Refresh', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/500/] });
    let isBroken = true;
    await page.route('**/api/certifications/codes/unredeemed', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await visit(page, dashboard);
    const held = section(page, 'Codes you hold');
    await held.getByText('Something went wrong').waitFor();
    await section(page, 'Courses').getByText('Open Water Diver').waitFor();
    isBroken = false;
    await held.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => held.getByText('Enriched Air Diver').count()).toBe(1);
  });

  it('sees results by section, attempts and what to read again', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    await visit(page, '/training/performance');
    await page
      .locator('main')
      .getByRole('link', { name: /Open Water Diver/ })
      .click();
    await expect(page).toShow('/training/performance/open-water', 'Open Water Diver');
    await section(page, 'By section').getByText('Your equipment').waitFor();
    await section(page, 'Results').getByText('Read again:').first().waitFor();
  });

  it('is not shown somebody else’s', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/401/] });
    await page.route('**/assessmentresults*', (route) =>
      route.fulfill({ status: 401, json: { errors: [{ code: 'learning.not_your_student', message: '' }] } }),
    );
    await visit(page, '/training/performance/open-water');
    await expect(page).toShow('/training/unauthorized', 'You may not see this page');
  });
});

describe('professionals and stores', () => {
  it('see their students, the dives that wait and the codes they hold', async () => {
    const page = await openPage({ signedInAs: 'instructor@demo.test' });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    await section(page, 'Students')
      .getByRole('link', { name: /students/ })
      .waitFor();
    await section(page, 'Codes to give away').getByText('FINS-5Z2P-G8AB').waitFor();
    await page.getByRole('link', { name: 'Read and verify' }).waitFor();
    await checkAppearance(page);
  });

  it('send a code that they hold', async () => {
    const code = await makeCode('open-water', 'Open Water Diver', 'store@demo.test');
    onTestFinished(async () => void (await runSql('delete from access_code where code = $1', [code])));
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, dashboard);
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.getByRole('button', { name: `Send ${code} by e-mail` }).click();
    await page.getByLabel('E-mail of the receiver').fill('somebody@example.test');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Sent to somebody@example.test').waitFor();
    const item = page.getByRole('listitem').filter({ hasText: code });
    await expect.poll(() => item.getByText('Sent', { exact: true }).count()).toBe(1);
  });

  it('staff find their desk and every course', async () => {
    const page = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Priya');
    await section(page, 'All courses').getByText('Deep Diver').waitFor();
    await page.getByRole('link', { name: /Open the desk/ }).click();
    await page.waitForURL('**/desk/applications');
  });
});

describe('a guest of Discover Scuba Diving', () => {
  const states = {
    unable: [['Your eLearning cannot begin yet'], 'Try Again'],
    preparing: [['Preparing your eLearning', 'It takes up to 4 minutes.'], null],
    ready: [['Your eLearning is ready.'], 'Open the course'],
    failed: [
      ['We were unable to create your eLearning. Please contact your local association office for assistance.'],
      'Try Again',
    ],
  } as const;

  it.each(Object.keys(states) as (keyof typeof states)[])('is told that the e-learning is %s', async (state) => {
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
    const asked = page.waitForRequest('**/api/learning/v2/courses/enroll/discover-scuba');
    await page.getByRole('button', { name: action }).click();
    expect((await asked).method()).toBe('POST');
  });
});
