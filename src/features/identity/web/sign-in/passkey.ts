import { identityClient } from '#features/identity/web/client.ts';
import {
  cancelPasskeyPrompt,
  isCanceled,
  requestPasskey,
  supportsPasskeyOffers,
} from '#platform/web/session/passkeys.ts';

/** The button was pressed, and the browser's dialog is open or about to be. */
let isPromptOpen = false;

/**
 * Returns the redirect address, or null if the person canceled. `offered` lets the browser show passkeys in the email
 * field, if it supports that.
 */
export async function signInWithPasskey(uid: string, how: 'asked' | 'offered'): Promise<string | null> {
  if (how === 'offered') return (await supportsPasskeyOffers()) ? runCeremony(uid, 'conditional') : null;
  isPromptOpen = true;
  return runCeremony(uid).finally(() => {
    isPromptOpen = false;
  });
}

async function runCeremony(uid: string, mediation?: CredentialMediationRequirement): Promise<string | null> {
  const { ticket, options } = await identityClient('POST interaction/{uid}/passkey/options', { params: { uid } });
  const response = await requestPasskey(options, mediation).catch((error: unknown) => {
    if (isCanceled(error)) return null;
    throw error;
  });
  if (response === null) return null;
  const { redirectTo } = await identityClient('POST interaction/{uid}/passkey', {
    params: { uid },
    body: { ticket, response },
  });
  return redirectTo;
}

/** Cancels the offer when its page is left, unless the button was pressed since: only one dialog can be open. */
export function cancelPasskeyOffer(): void {
  if (!isPromptOpen) cancelPasskeyPrompt();
}
