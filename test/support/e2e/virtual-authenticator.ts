import type { Page } from 'playwright';

/** Adds Chromium's virtual authenticator, which confirms every request. */
export async function addVirtualAuthenticator(page: Page, isUserVerified = true): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

/** The virtual authenticator would accept an autofilled passkey before a button is pressed. */
export async function disablePasskeyAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
