import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { identityClient } from '#features/identity/web/client.ts';

/** Neither the button nor the offer is shown without support. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Errors for a closed dialog, a timeout or another dialog in its place, which aren't failures. */
const canceledErrorNames = new Set(['NotAllowedError', 'AbortError']);

/** The button was pressed, and the browser's dialog is open or about to be. */
let isPromptOpen = false;

/**
 * Returns the redirect address, or null if the person canceled. `offered` lets the browser show passkeys in the email
 * field, if it supports that. The library is loaded on demand.
 */
export async function signInWithPasskey(uid: string, how: 'asked' | 'offered'): Promise<string | null> {
  if (how === 'offered') return runCeremony(uid, how);
  isPromptOpen = true;
  return runCeremony(uid, how).finally(() => {
    isPromptOpen = false;
  });
}

async function runCeremony(uid: string, how: 'asked' | 'offered'): Promise<string | null> {
  const { startAuthentication, browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  const isOffer = how === 'offered';
  if (isOffer && !(await browserSupportsWebAuthnAutofill())) return null;
  const { ticket, options } = await identityClient('POST interaction/{uid}/passkey/options', { params: { uid } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer }).catch((error: unknown) => {
    if (canceledErrorNames.has((error as Error).name)) return null;
    throw error;
  });
  if (response === null) return null;
  const { redirectTo } = await identityClient('POST interaction/{uid}/passkey', {
    params: { uid },
    body: { ticket, response: { ...response } },
  });
  return redirectTo;
}

/** Cancels the offer when its page is left, unless the button was pressed since: only one dialog can be open. */
export async function cancelPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  if (!isPromptOpen) WebAuthnAbortService.cancelCeremony();
}
