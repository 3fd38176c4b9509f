import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import {
  dashboard,
  candidate,
  welcome,
  addPasskey,
  callAccountApi,
  openSignIn,
  passkeyButton,
} from './passkeys-steps.ts';
import { addVirtualAuthenticator, disablePasskeyAutofill } from '#test/support/e2e/virtual-authenticator.ts';

describe('passkey', () => {
  it('is offered in the email field by browsers that support it', async () => {
    const page = await openPage();
    await addVirtualAuthenticator(page);
    await signIn(page, candidate);
    const id = await addPasskey(page);
    await openSignIn(page);
    await expect(page).toShow(dashboard, welcome);
    await callAccountApi(page, 'DELETE', `passkeys/${id}`);
  });

  it('shows no error when dismissed, and the password still works', async () => {
    const page = await openPage();
    await disablePasskeyAutofill(page);
    await addVirtualAuthenticator(page, false);
    await openSignIn(page);
    const requested = page.waitForResponse('**/passkey/options');
    await passkeyButton(page).click();
    await requested;
    await expect.poll(() => passkeyButton(page).getAttribute('aria-disabled')).toBeNull();
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('');
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });

  it('is hidden in browsers without support', async () => {
    const page = await openPage();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await openSignIn(page);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await passkeyButton(page).count()).toBe(0);
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });
});
