import type { Verdict } from '#features/certifications/shared/credential.ts';
import { loadCardLists } from './card-lists.ts';
import { loadCredentials } from './load-credentials.ts';

export type CheckResult = (Verdict | { state: 'no_lists' }) & {
  /** When it was checked, and against the list of when if that is older. */
  at: string;
  keptAt: string | null;
};

/** Takes a credential packed, as it is in a QR code, or whole. On this device: what is read is sent nowhere. */
export async function checkCard(text: string): Promise<CheckResult> {
  const [{ checkCredential, unpackCredential }, lists] = await Promise.all([loadCredentials(), loadCardLists()]);
  const whole = text.includes('.') ? text : unpackCredential(text);
  const judge = async (): Promise<Verdict | { state: 'no_lists' }> => {
    if (whole === null) return { state: 'unreadable' };
    return lists === null ? { state: 'no_lists' } : checkCredential(whole, lists.keys, lists.isRevoked);
  };
  return { ...(await judge()), at: new Date().toISOString(), keptAt: lists?.keptAt ?? null };
}

/** What a QR code or a pasted link says after its `#`; any other text is a code for nothing of ours. */
export function extractCredential(text: string): string {
  return text.slice(text.indexOf('#') + 1).trim();
}
