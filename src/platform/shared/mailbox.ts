/**
 * Normalizes an address for comparison: `Name+tag@Example.com` and `name@example.com` reach the same person, and Gmail
 * ignores dots and treats its older domain as the same.
 */
export function normalizeMailbox(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [name = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** A loose check while typing; the server validates the address. */
export function looksLikeEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed.trim());
}

export function isSameMailbox(a: string, b: string): boolean {
  return normalizeMailbox(a) === normalizeMailbox(b);
}
