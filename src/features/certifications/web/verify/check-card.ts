import type { Verdict } from '#features/certifications/shared/credential.ts';
import { loadCardLists } from './card-lists.ts';
import { loadCredentials } from './load-credentials.ts';

export type CheckResult = (Verdict | { state: 'no_lists' }) & {
  /** The time of the check, and of the cached list if it is older. */
  at: string;
  cachedAt: string | null;
};

/** Accepts a packed or full credential and checks it on this device; nothing is sent to a server. */
export async function checkCard(text: string): Promise<CheckResult> {
  const [{ checkCredential, unpackCredential }, lists] = await Promise.all([loadCredentials(), loadCardLists()]);
  const whole = text.includes('.') ? text : unpackCredential(text);
  const evaluate = async (): Promise<Verdict | { state: 'no_lists' }> => {
    if (whole === null) return { state: 'unreadable' };
    return lists === null ? { state: 'no_lists' } : checkCredential(whole, lists.keys, lists.isRevoked);
  };
  return { ...(await evaluate()), at: new Date().toISOString(), cachedAt: lists?.cachedAt ?? null };
}

/** Extracts the part after `#` of a QR code or pasted link; other text fails the check later. */
export function extractCredential(text: string): string {
  return text.slice(text.indexOf('#') + 1).trim();
}
