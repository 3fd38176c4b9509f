/** Who may make a call. The server decides; the browser only hides. */
export type Role = 'diver' | 'professional' | 'store' | 'staff';
export type Access = 'anyone' | 'signedIn' | readonly Role[];

/**
 * Proof a call asks for beyond a valid session. `verifiedEmail`: the caller's address is proven. `recentConfirmation`:
 * the caller entered a password, passkey or second factor within the last few minutes.
 */
export type Requirement = 'verifiedEmail' | 'recentConfirmation';

const confirmationMin = 10;
/** Staff confirm once and keep working, so theirs lasts longer. */
const staffConfirmationMin = 30;

/** Staff sessions end sooner than everyone else's. */
export const staffSession = { idleMin: 30, maxHours: 12 } as const;

export function isRecentlyConfirmed(confirmedAtMs: number | null, role: Role, nowMs: number): boolean {
  const lifetimeMin = role === 'staff' ? staffConfirmationMin : confirmationMin;
  return confirmedAtMs !== null && nowMs - confirmedAtMs < lifetimeMin * 60_000;
}

const roleByAffiliateType: Readonly<Record<number, Role>> = {
  1: 'diver',
  2: 'professional',
  3: 'professional',
  4: 'store',
  9: 'staff',
};

export function roleOf(affiliateTypeId: number): Role {
  return roleByAffiliateType[affiliateTypeId] ?? 'diver';
}

export function canCall(access: Access, affiliateTypeId: number | null): boolean {
  if (access === 'anyone') return true;
  if (affiliateTypeId === null) return false;
  return access === 'signedIn' || access.includes(roleOf(affiliateTypeId));
}
