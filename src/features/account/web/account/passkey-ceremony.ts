import { createPasskey, isCanceled, requestPasskey } from '#platform/web/session/passkeys.ts';

/** Closing the browser's dialog isn't an error. */
export async function registerPasskey(
  options: Record<string, unknown>,
): Promise<Record<string, unknown> | 'cancelled' | 'known' | 'failed'> {
  try {
    return await createPasskey(options);
  } catch (error) {
    if (isCanceled(error)) return 'cancelled';
    return (error as Error).name === 'InvalidStateError' ? 'known' : 'failed';
  }
}

/** Returns null if the person closed the browser's dialog. */
export async function getPasskeyResponse(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  return requestPasskey(options).catch(() => null);
}
