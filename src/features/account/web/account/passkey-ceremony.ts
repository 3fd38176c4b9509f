import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Creates a passkey with the browser's dialog. Closing the dialog isn't an error. */
export async function createPasskey(
  options: Record<string, unknown>,
): Promise<Record<string, unknown> | 'cancelled' | 'known' | 'failed'> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
    return name === 'InvalidStateError' ? 'known' : 'failed';
  }
}

/** Returns null if the person closed the browser's dialog. */
export async function getPasskeyResponse(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).then(
    (response) => ({ ...response }),
    () => null,
  );
}
