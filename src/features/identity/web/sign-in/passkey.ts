import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { identity } from '#features/identity/web/client.ts';

/** Without it, neither the button nor the offer is shown. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** The person closed the browser's dialog, let it wait too long, or another one took its place: no failure. */
const canceledErrorNames = new Set(['NotAllowedError', 'AbortError']);

/** Somebody has pressed the button, and the browser's dialog is open or about to be. */
let isPromptOpen = false;

/**
 * Where to go next, or null when the person thought better of it. `offered` lets the browser show passkeys where the
 * e-mail is typed, and waits for one to be chosen, if it knows how. The library is loaded only here.
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
  const { ticket, options } = await identity('POST interaction/{uid}/passkey/options', { params: { uid } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer }).catch((error: unknown) => {
    if (canceledErrorNames.has((error as Error).name)) return null;
    throw error;
  });
  if (response === null) return null;
  const { redirectTo } = await identity('POST interaction/{uid}/passkey', {
    params: { uid },
    body: { ticket, response: { ...response } },
  });
  return redirectTo;
}

/** Takes the offer back, when its page is left for another; but not what was asked for since: only one can be open. */
export async function cancelPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  if (!isPromptOpen) WebAuthnAbortService.cancelCeremony();
}
