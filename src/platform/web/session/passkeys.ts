/** Whether the browser has passkeys and converts them to and from JSON. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether the browser can offer passkeys in a form field. */
export async function supportsPasskeyOffers(): Promise<boolean> {
  return supportsPasskeys() && PublicKeyCredential.isConditionalMediationAvailable();
}

/** Whether an error means that the dialog was closed, timed out or replaced by another one. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

let current: AbortController | undefined;

/** Closes the dialog or withdraws the offer. A browser shows only one. */
export function cancelPasskeyPrompt(): void {
  current?.abort();
}

/** Opens the browser's dialog that creates a passkey. */
export async function createPasskey(options: object): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return toJson(await navigator.credentials.create({ publicKey, signal: startPrompt() }));
}

/** Opens the browser's dialog that selects a passkey, or offers passkeys in a field with `autocomplete="webauthn"`. */
export async function requestPasskey(
  options: object,
  mediation?: CredentialMediationRequirement,
): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return toJson(await navigator.credentials.get({ publicKey, signal: startPrompt(), ...(mediation && { mediation }) }));
}

function startPrompt(): AbortSignal {
  cancelPasskeyPrompt();
  current = new AbortController();
  return current.signal;
}

function toJson(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser returned no passkey');
  return { ...credential.toJSON() };
}
