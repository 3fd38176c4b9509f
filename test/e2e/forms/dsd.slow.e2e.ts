import { describe, expect, it } from 'vitest';
import { createPlainImage } from '#platform/testing/image-fixture.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import type { Page } from 'playwright';
import '#test/support/e2e/expect-page.ts';

const confirmation = 'Who’s taking you diving?';
const dashboard = '/training/dashboard';

const setCheckpoint = (email: string, status: string) =>
  runSql(
    `insert into dsd_checkpoint (affiliate_id, store_number, status)
     select affiliate_id, 20001, $2 from person where email = $1
     on conflict (affiliate_id) do update set store_number = 20001, member_number = null, status = excluded.status,
       updated_at = now()`,
    [email, status],
  );

const checkpointOf = async (email: string) =>
  (
    await runSql<{ store: number | null; member: number | null; status: string }>(
      `select c.store_number as store, c.member_number as member, c.status
       from dsd_checkpoint c join person p using (affiliate_id) where p.email = $1`,
      [email],
    )
  )[0];

async function enterNumber(page: Page, kind: 'Dive center' | 'Instructor', number: string): Promise<void> {
  await page.getByText(kind, { exact: true }).click();
  await page.getByLabel(kind === 'Instructor' ? 'Instructor number' : 'Store number').fill(number);
  await page.keyboard.press('Enter');
}

const welcome = 'Your first breath underwater';

/** The dashboard headline of a person without courses. */
const greeting = /^Welcome, /;

const setBirthdate = (email: string, birthdate: string | null) =>
  runSql('update person set birthdate = $2 where email = $1', [email, birthdate]);

describe('program steps', () => {
  it('leads from every status to its page', async () => {
    const { page, email } = await openPageAsNewUser();
    for (const address of ['/dsd', '/dsd/welcome', '/dsd/confirm-affiliation']) {
      await visit(page, address);
      await expect(page).toShow('/dsd/welcome', welcome);
    }
    const pages: Record<string, [address: RegExp, heading: RegExp]> = {
      welcome: [/^\/dsd\/welcome$/, /^Your first breath/],
      affiliation: [/^\/dsd\/confirm-affiliation$/, /^Who’s taking you diving/],
      forms: [/^\/training\/medical-form/, /\S/],
      completed: [/^\/training\/dashboard\?ref=dsd$/, greeting],
      Processed: [/^\/training\/dashboard\?ref=dsd$/, greeting],
    };
    for (const [status, [path, heading]] of Object.entries(pages)) {
      await setCheckpoint(email, status);
      for (const address of ['/dsd', '/dsd/welcome', '/dsd/confirm-affiliation', '/dsd?store=20001']) {
        await visit(page, address);
        await page.waitForURL((url) => path.test(url.pathname + url.search.replace('?store=20001', '')));
        await page.locator('main h1').filter({ hasText: heading }).waitFor();
      }
    }
  });

  it('restarts at the same store when the dive was long ago', async () => {
    const { page, email } = await openPageAsNewUser();
    await setCheckpoint(email, 'processed');
    await runSql(
      `update dsd_checkpoint set updated_at = now() - interval '31 days'
       where affiliate_id = (select affiliate_id from person where email = $1)`,
      [email],
    );
    await visit(page, '/dsd?store=20001');
    await expect(page).toShow('/dsd/welcome?store=20001', welcome);
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page).toShow('/dsd/confirm-affiliation', confirmation);
  });

  it('warns before it restarts for a link to another store', async () => {
    const { page, email } = await openPageAsNewUser();
    await setCheckpoint(email, 'completed');
    for (const query of ['store=20002', 'storeNumber=20002', 'member=100001', 'memberNumber=100001&store=20001']) {
      await visit(page, `/dsd?${query}`);
      await expect(page).toShow(`/dsd/welcome?${query}`, welcome);
    }
    await page.getByText('If you continue here, you’ll start over').waitFor();
    await page.getByRole('link', { name: 'Continue where I left off' }).click();
    await expect(page).toShow(`${dashboard}?ref=dsd`, greeting);
    // Invalid numbers are ignored.
    await visit(page, '/dsd?store=abc&member=');
    await expect(page).toShow(`${dashboard}?ref=dsd`, greeting);
    await visit(page, '/dsd?store=20002');
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page).toShow('/dsd/confirm-affiliation', confirmation);
    await page.getByText('Palmetto Reef Divers').waitFor();
    expect(await checkpointOf(email)).toEqual({ store: 20_002, member: null, status: 'affiliation' });
  });

  it('goes to the dashboard and reports an error when the checkpoint does not load', async () => {
    const page = await openPage({ signedInAs: 'candidate@demo.test', expectedProblems: [/500/] });
    await page.route('**/api/dsd/GetCheckpointData', (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    const reported = page.waitForRequest(
      (request) => request.url().endsWith('/api/telemetry/errors') && /checkpoint: /.test(request.postData() ?? ''),
    );
    await visit(page, '/dsd');
    await expect(page).toShow(dashboard, greeting);
    expect((await reported).postDataJSON()).toMatchObject({ kind: 'call', path: '/dsd' });
  });

  it('continues from the dashboard', async () => {
    const { page, email } = await openPageAsNewUser();
    await setCheckpoint(email, 'affiliation');
    await visit(page, dashboard);
    const row = page.getByRole('listitem').filter({ hasText: 'Continue Discover Scuba Diving' });
    await row.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toShow('/dsd/confirm-affiliation', confirmation);
  });
});

describe('instructor or store of the dive', () => {
  it('can be changed until forms are signed', async () => {
    const { page, email } = await openPageAsNewUser();
    await setCheckpoint(email, 'forms');
    await visit(page, '/dsd');
    await page.waitForURL(/\/training\/medical-form\?id=/);
    await page.getByText('Kelder Bay Diving').first().waitFor();
    const other = page.getByRole('button', { name: 'Change dive center or instructor' });
    await other.waitFor();
    await checkAppearance(page);
    await other.click();
    await expect(page).toShow('/dsd/confirm-affiliation', confirmation);
    await page.getByRole('button', { name: 'Not the right one?' }).click();
    await enterNumber(page, 'Dive center', '20002');
    await page.getByText('Palmetto Reef Divers').waitFor();
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.waitForURL(/\/training\/medical-form\?id=/);
    await page.getByText('Palmetto Reef Divers').first().waitFor();
    expect(await checkpointOf(email)).toEqual({ store: 20_002, member: null, status: 'forms' });
  });

  it('can be a store and an instructor named by one link', async () => {
    const { page, email } = await openPageAsNewUser({ width: 390, height: 844 });
    await visit(page, '/dsd?store=20001&member=100001');
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.getByText('Kelder Bay Diving').waitFor();
    await page.getByText('Tomás Reyes').waitFor();
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.waitForURL('**/training/medical-form**');
    expect(await checkpointOf(email)).toEqual({ store: 20_001, member: 100_001, status: 'forms' });
  });

  it('is retried up to three times when the lookup fails', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/503/] });
    let requestCount = 0;
    await page.route('**/api/graphql', async (route) => {
      if (!route.request().postData()?.includes('storeInfo')) return route.continue();
      requestCount += 1;
      return requestCount < 3 ? route.fulfill({ status: 503, json: { errors: [] } }) : route.continue();
    });
    await visit(page, '/dsd?store=20001');
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.getByText('Kelder Bay Diving').waitFor();
    expect(requestCount).toBe(3);
  });

  it('is found by number, shown with name and city, and confirmed', async () => {
    const { page, email } = await openPageAsNewUser();
    await visit(page, '/dsd?store=29999');
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.getByText('Store number not found. Please try again.', { exact: true }).waitFor();
    await checkAppearance(page);
    expect(await page.getByRole('button', { name: 'Confirm and continue' }).count()).toBe(0);

    await enterNumber(page, 'Instructor', '20001');
    await page.getByText('Instructor number not found. Please try again.', { exact: true }).waitFor();
    await enterNumber(page, 'Dive center', '');
    await page.getByText('Enter a number', { exact: true }).waitFor();
    await enterNumber(page, 'Instructor', '100 001');
    await page.getByText('Tomás Reyes').waitFor();
    expect(await page.locator('main').innerText()).toMatch(/Kelder Bay, United Kingdom · instructor number 100001/);
    await checkAppearance(page);
    expect(await checkpointOf(email)).toEqual({ store: 29_999, member: null, status: 'affiliation' });

    await page.getByRole('button', { name: 'Not the right one?' }).click();
    await enterNumber(page, 'Dive center', '20001');
    await page.getByText('Kelder Bay Diving').waitFor();
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.waitForURL('**/training/medical-form**');
    expect(await checkpointOf(email)).toEqual({ store: 20_001, member: null, status: 'forms' });
  });
});

describe('child under ten', () => {
  it('is stopped at the first step with the earliest possible date', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    const year = new Date().getUTCFullYear();
    await setBirthdate(email, `${year - 9}-01-01`);
    await visit(page, '/dsd?store_number=20001');
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.getByRole('heading', { name: `You can dive with us starting January 1, ${year + 1}` }).waitFor();
    await checkAppearance(page);
    expect(await checkpointOf(email)).toBeUndefined();

    await setCheckpoint(email, 'affiliation');
    await setBirthdate(email, null);
    await visit(page, '/dsd');
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await expect(page).toShow('/dsd/confirm-affiliation', 'Add a birthdate to continue');
    for (const [name, value] of [
      ['Day', '9'],
      ['Month', '4'],
      ['Year', '1991'],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save birthdate' }).click();
    await page.waitForURL('**/training/medical-form?*');
  });
});

describe("store's guests", () => {
  it('show an empty state', async () => {
    const page = await openPage({ signedInAs: 'store@demo.test', width: 390, height: 844 });
    await page.route('**/api/dsd/Guests?*', (route) => route.fulfill({ json: { total: 0, open: 0, items: [] } }));
    await visit(page, '/training/forms-applications?tab=guests');
    await page.getByRole('heading', { name: 'No guests yet' }).waitFor();
    expect(await page.getByRole('button', { name: /^Mark dive complete/ }).count()).toBe(0);
    await checkAppearance(page);
  });

  it('reload after a failed request', async () => {
    const page = await openPage({ signedInAs: 'store@demo.test', expectedProblems: [/500/] });
    await page.route('**/api/dsd/Guests?*', (route) => route.fulfill({ status: 500, json: { errors: [] } }), {
      times: 1,
    });
    await visit(page, '/training/forms-applications?tab=guests');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => page.getByText('Mateo Ruiz').count()).toBe(1);
  });

  it('are listed, and the dive is confirmed once', async () => {
    const { page: guestPage, email } = await openPageAsNewUser();
    await setCheckpoint(email, 'completed');
    await runSql("update person set given_name = 'Nora' || affiliate_id where email = $1", [email]);
    const [{ name } = { name: '' }] = await runSql<{ name: string }>(
      "select given_name || ' ' || family_name as name from person where email = $1",
      [email],
    );
    const page = await openPage({ signedInAs: 'store@demo.test' });
    await visit(page, '/training/forms-applications?tab=guests');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByText('Ready to dive').waitFor();
    await checkAppearance(page);

    await row.getByRole('button', { name: `Mark dive complete: ${name}` }).click();
    const question = page.getByRole('dialog', { name: `Mark ${name}’s dive complete?` });
    await question.getByText('You can’t undo this').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await checkpointOf(email)).toMatchObject({ status: 'completed' });
    await row.getByRole('button', { name: `Mark dive complete: ${name}` }).click();
    await question.getByRole('button', { name: 'Mark complete' }).click();
    await row.getByText('Dive completed').waitFor();
    const photo = {
      name: 'dive.png',
      mimeType: 'image/png',
      buffer: await createPlainImage(400, 300).png().toBuffer(),
    };
    await row.locator('input[type=file]').setInputFiles(photo);
    await page.getByText('Photo added').waitFor();

    await visit(guestPage, '/training/my-promos');
    await expect(guestPage).toShow('/training/my-promos', /^You took your first breath underwater/);
    await guestPage.getByRole('img', { name: 'Discover Scuba Diving' }).waitFor();
  });
});
