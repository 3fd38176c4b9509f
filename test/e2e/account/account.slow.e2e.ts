import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { newPassword, openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { readFileSync } from 'node:fs';
import { readZip } from '#test/support/e2e/read-zip.ts';
import { addVirtualAuthenticator, disablePasskeyAutofill } from '#test/support/e2e/virtual-authenticator.ts';
import '#test/support/e2e/expect-page.ts';

const forbidden = /status of 403/;

async function openAccount(page: Page): Promise<void> {
  await visit(page, '/account');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor();
}

/** Signs the person in with another browser and resolves once it has subscribed to the end of its session. */
async function openElsewhere(email: string, userAgent?: string): Promise<Page> {
  const page = await openPage(userAgent === undefined ? {} : { userAgent });
  const subscription = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession')));
  await Promise.all([subscription, signIn(page, email, newPassword)]);
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Status messages' }).getByText(text);

async function fillPasswords(
  page: Page,
  values: readonly [old: string, next: string, confirmation: string],
): Promise<void> {
  for (const [index, name] of ['oldPassword', 'newPassword', 'confirmation'].entries())
    await page.locator(`input[name=${name}]`).fill(values[index] ?? '');
  await page.getByRole('button', { name: 'Change password' }).click();
}

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const dashboard = '/training/dashboard';

describe('password', () => {
  const readErrors = (page: Page) =>
    section(page, 'Password').locator('[data-part=message][data-state=wrong]').allInnerTexts();
  const rule = 'Password must contain at least 6 characters, including at least one upper and one lowercase letter.';

  it('signs out all other devices but not this one', async () => {
    const { page, email } = await openPageAsNewUser();
    const other = await openElsewhere(email);
    await openAccount(page);
    expect(await section(page, 'Signed-in devices').getByRole('listitem').count()).toBe(2);
    await page.getByLabel('Sign out on all other devices').check();
    await fillPasswords(page, [newPassword, 'New-Anchor-2', 'New-Anchor-2']);
    await other.locator('input[name=password]').waitFor();
    await expect.poll(() => section(page, 'Signed-in devices').getByRole('listitem').count()).toBe(1);
    await page.reload();
    await expect(page).toShow('/account', 'Your account');
    await typeCredentials(other, email, 'New-Anchor-2');
    await expect(other).toShow(dashboard, 'Welcome, Nora');
  });

  it('changes with the current password and explains each error', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [forbidden] });
    await openAccount(page);
    await section(page, 'Password').getByText(rule).waitFor();

    await fillPasswords(page, ['', '', '']);
    await expect.poll(() => readErrors(page)).toEqual(['Enter a valid password', 'Enter a valid password']);
    await fillPasswords(page, [newPassword, 'alllower', 'Other-One-1']);
    await expect.poll(() => readErrors(page)).toEqual([rule, 'Confirm password does not match new password']);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
    await expect.poll(focused).toBe('newPassword');
    await fillPasswords(page, ['Not-My-Password-1', 'New-Anchor-2', 'New-Anchor-2']);
    await expect.poll(() => readErrors(page)).toEqual(['Incorrect password']);
    await expect.poll(focused).toBe('oldPassword');

    const typed = await page.locator('input[name=newPassword]').inputValue();
    expect(typed).toBe('New-Anchor-2');
    await section(page, 'Password').getByText('Requirement met:').waitFor({ state: 'attached' });
    await fillPasswords(page, [newPassword, 'New-Anchor-2', 'New-Anchor-2']);
    await toast(page, 'Password changed').waitFor();
    for (const name of ['oldPassword', 'newPassword', 'confirmation'])
      expect(await page.locator(`input[name=${name}]`).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Anchor');

    await signIn(await openPage(), email, 'New-Anchor-2');
  });
});

describe('signed-in devices', () => {
  it('restores a device when the server fails to sign it out', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 500|500 http/] });
    await openElsewhere(email);
    await openAccount(page);
    const rows = section(page, 'Signed-in devices').getByRole('listitem');
    await page.route('**/sessions/*', (route) => route.fulfill({ status: 500, json: failed }));
    await section(page, 'Signed-in devices').getByRole('button').click();
    await toast(page, 'Something went wrong').waitFor();
    await expect.poll(() => rows.count()).toBe(2);
  });

  it('lists devices by browser and system and signs one out', async () => {
    const { page, email } = await openPageAsNewUser();
    const other = await openElsewhere(email, phone);
    const drafts = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
    await other.evaluate(() => localStorage.setItem('draft:1:profile:1', '{}'));
    await openAccount(page);
    const rows = section(page, 'Signed-in devices').getByRole('listitem');
    const texts = (await rows.allInnerTexts()).join('\n');
    expect(texts).toContain('Chrome on Linux');
    expect(texts).toContain('Chrome on Android');
    expect(await rows.filter({ hasText: 'This device' }).count()).toBe(1);
    expect(await rows.filter({ hasText: 'This device' }).getByRole('button').count()).toBe(0);

    await section(page, 'Signed-in devices').getByRole('button', { name: 'Sign out Chrome on Android' }).click();
    await toast(page, 'Device signed out').waitFor();
    await other.locator('input[name=password]').waitFor();
    expect(await drafts()).toEqual([]);
    await expect.poll(() => rows.count()).toBe(1);
  });
});

const failed = { errors: [{ code: 'server.failed', message: 'request failed' }], correlationId: 'test-0002' };

describe('passkey', () => {
  it('adds a passkey, signs in with it and removes it', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [forbidden] });
    await disablePasskeyAutofill(page);
    await addVirtualAuthenticator(page);
    await runSql("update session set confirmed_at = now() - interval '11 minutes' where ended_at is null");
    await openAccount(page);
    const passkeys = section(page, 'Passkeys');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
    await checkAppearance(page);
    await dialog.getByLabel('Name').fill('Boat laptop');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    // The confirmation has expired, so the password is required again.
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirm.locator('input[name=password]').fill('Not-My-Password-1');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByText('Incorrect password').waitFor();
    await confirm.locator('input[name=password]').fill(newPassword);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await toast(page, 'Passkey added.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await passkeys.getByText('not used yet').waitFor();

    // The device rejects a second passkey for the same account.
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This device already has a passkey for your account.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await visit(page, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toShow(dashboard, 'Welcome, Nora');

    await openAccount(page);
    await passkeys.getByText('last used now').waitFor();
    await passkeys.getByRole('button', { name: 'Remove Boat laptop' }).click();
    await page.getByRole('dialog').getByText('You won’t be able to sign in with “Boat laptop” anymore.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
    await toast(page, 'Passkey removed').waitFor();
    await passkeys.getByText('No passkeys yet.').waitFor();
  });

  it('shows no error when the passkey prompt is dismissed', async () => {
    const { page } = await openPageAsNewUser();
    await openAccount(page);
    await page.evaluate(() => {
      navigator.credentials.create = async () => {
        throw new DOMException('closed', 'NotAllowedError');
      };
    });
    await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    const requested = page.waitForResponse('**/passkeys/options');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect((await requested).ok()).toBe(true);
    const button = dialog.getByRole('button', { name: 'Continue' });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
    expect(await dialog.getByRole('alert').innerText()).toBe('');
  });
});

describe('personal data export', () => {
  it('offers a new link when the first one was already used', async () => {
    const { page } = await openPageAsNewUser();
    await openAccount(page);
    const data = section(page, 'Download your data');
    await data.getByRole('button', { name: 'Prepare download' }).click();
    await data.getByText('Download ready').waitFor();
    // Another request uses the link first.
    await page.route(
      '**/exports/*/link',
      async (route) => {
        const response = await route.fetch();
        const { url } = (await response.json()) as { url: string };
        expect((await page.context().request.get(url)).status()).toBe(200);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const lost = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Download', exact: true }).click();
    await data.getByText('If you don’t get the file, select Download again').waitFor();
    expect(await (await lost).failure()).not.toBeNull();
    await expect(page).toShow('/account', 'Your account');
    const download = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Download', exact: true }).click();
    expect(await (await download).failure()).toBeNull();
  });

  it('shows the progress and offers a retry after a failure', async () => {
    const { page, email } = await openPageAsNewUser();
    const insertExport = (state: string, progress: number) =>
      runSql(
        `insert into data_export (affiliate_id, requested_by, state, progress)
         select affiliate_id, affiliate_id, $2, $3 from person where email = $1`,
        [email, state, progress],
      );
    const become = (state: string, progress: number) =>
      runSql(
        'update data_export set state = $2, progress = $3 where affiliate_id = (select affiliate_id from person where email = $1)',
        [email, state, progress],
      );
    await insertExport('running', 20);
    await openAccount(page);
    const data = section(page, 'Download your data');
    const bar = data.getByRole('progressbar', { name: 'Preparing download' });
    await data.getByText('20%').waitFor();
    await become('running', 65);
    await data.getByText('65%').waitFor();
    expect(await bar.evaluate((progress: HTMLProgressElement) => progress.value)).toBe(65);
    await become('failed', 65);
    await data.getByText('We couldn’t prepare the download.').waitFor();
    await data.getByRole('button', { name: 'Try again' }).click();
    await data.getByText('Download ready').waitFor();
  });

  it('prepares a complete archive whose link works once', async () => {
    const { page, email } = await openPageAsNewUser();
    await openAccount(page);
    const data = section(page, 'Download your data');
    await data.getByRole('button', { name: 'Prepare download' }).click();
    await data.getByText('Download ready').waitFor();
    const download = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    const parts = await readZip(readFileSync(await file.path()));
    const manifest = JSON.parse(parts.get('manifest.json') ?? '') as { tables: { table: string; rows: number }[] };
    expect(manifest.tables).toContainEqual(expect.objectContaining({ table: 'person', rows: 1 }));
    expect([...parts.values()].join('\n')).toContain(email);
    expect((await page.context().request.get(file.url())).status()).toBe(410);

    await page.reload();
    await data.getByText('Available until').waitFor();
  });
});

describe('account deletion', () => {
  it('requires the password, shows a banner on every page and can be undone', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [forbidden] });
    await openAccount(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Your password').fill('Not-My-Password-1');
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
    await dialog.getByText('Incorrect password').waitFor();
    await dialog.getByLabel('Your password').fill(newPassword);
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
    const notice = page.locator('main').getByText(/^Your account will be deleted on \w+ \d+, \d{4}$/);
    await notice.waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await page.getByRole('heading', { name: 'Delete your account', exact: true }).count()).toBe(0);
    await checkAppearance(page);

    const banner = page.getByText(/^Your account will be deleted on \w+ \d+\. Keep account$/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logbook' }).click();
    await banner.waitFor();
    await visit(page, dashboard);
    await banner.waitFor();
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Keep account' }).click();
    await page.getByRole('button', { name: 'Keep account' }).click();
    await toast(page, 'Deletion canceled').waitFor();
    await page.getByRole('heading', { name: 'Delete your account', exact: true }).waitFor();
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    expect(await banner.count()).toBe(0);
  });

  it('can be requested and undone repeatedly', async () => {
    const { page } = await openPageAsNewUser();
    await openAccount(page);
    for (let count = 0; count < 2; count++) {
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Your password').fill(newPassword);
      await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
      const keep = page.getByRole('button', { name: 'Keep account' });
      await keep.click();
      await page.getByRole('heading', { name: 'Delete your account', exact: true }).waitFor();
      expect(await keep.count()).toBe(0);
    }
  });
});

describe("child's account", () => {
  const childPage = '/account?for=400003';

  it("is managed by the guardian and shows the child's name", async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test', expectedProblems: [forbidden] });
    await openAccount(page);
    const people = page.getByRole('navigation', { name: 'Choose a person' });
    await people.getByRole('link', { name: 'Ida' }).click();
    await expect(page).toShow(childPage, 'Ida’s account');
    await page.getByText('You’re managing Ida Okafor’s account as their guardian.').waitFor();
    expect(await people.locator('[aria-current=page]').innerText()).toBe('Ida');
    expect(await page.getByRole('heading', { name: 'Passkeys' }).count()).toBe(0);

    const child = await openPage();
    await signIn(child, 'minor@demo.test');
    await page.reload();
    await page.getByLabel('Your password').fill('Diver124');
    await page.locator('input[name=newPassword]').fill('Coral-Reef-9');
    await page.locator('input[name=confirmation]').fill('Coral-Reef-9');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Incorrect password').waitFor();
    await page.getByLabel('Your password').fill('Diver123');
    await page.getByRole('button', { name: 'Change password' }).click();
    await toast(page, 'Password changed').waitFor();
    await signIn(await openPage(), 'minor@demo.test', 'Coral-Reef-9');

    // Restored for the tests that follow.
    await page.getByLabel('Your password').fill('Diver123');
    await page.locator('input[name=newPassword]').fill('Diver123');
    await page.locator('input[name=confirmation]').fill('Diver123');
    await page.getByLabel('Sign out on all devices').check();
    await page.getByRole('button', { name: 'Change password' }).click();
    await child.locator('input[name=password]').waitFor();
    await section(page, 'Signed-in devices').getByText('Not signed in on any device.').waitFor();
  });

  it('returns not found to anyone else', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', expectedProblems: [/status of 404/] });
    await visit(page, childPage);
    await page.getByRole('heading', { name: 'Account not found' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Ida');
  });
});
