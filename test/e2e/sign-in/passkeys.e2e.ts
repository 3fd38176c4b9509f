import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations, openPage, signIn, typeCredentials } from '#platform/testing/browser.ts';
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

const unauthorised = /status of 401/;

describe('passkey', () => {
  it('signs in with one press, and no longer once removed', async () => {
    const page = await openPage({ expectedProblems: [unauthorised] });
    await disablePasskeyAutofill(page);
    await addVirtualAuthenticator(page);
    await signIn(page, candidate);
    const id = await addPasskey(page);

    await openSignIn(page);
    await passkeyButton(page).waitFor();
    await expectNoAxeViolations(page);
    await passkeyButton(page).click();
    await expect(page).toShow(dashboard, welcome);

    await callAccountApi(page, 'DELETE', `passkeys/${id}`);
    await openSignIn(page);
    await passkeyButton(page).click();
    await page.getByText('We couldn’t verify this passkey. Try again, or sign in with your password.').waitFor();
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });
});
