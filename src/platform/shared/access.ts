/** Who may make a call. The server decides; the browser only hides. */
export type Role = 'diver' | 'professional' | 'store' | 'staff';
export type Access = 'anyone' | 'signedIn' | readonly Role[];

/**
 * Proof a call asks for beyond a valid session. `verifiedEmail`: the caller's address is proven. `recentConfirmation`:
 * the caller entered a password, passkey or second factor within the last few minutes.
 */
export type Requirement = 'verifiedEmail' | 'recentConfirmation';

/** At the desk each call of the clerk extends it by as long again, until so many minutes after it was given. */
export const confirmationWindow = { minutes: 10, deskMaxMinutes: 30 } as const;

/** Staff sessions end sooner than everyone else's. */
export const staffSessionLimits = { idleMin: 30, maxHours: 12 } as const;

export function isRecentlyConfirmed(confirmedAtMs: number | null, nowMs: number): boolean {
  return confirmedAtMs !== null && nowMs - confirmedAtMs < confirmationWindow.minutes * 60_000;
}

/** A call that only staff may make. */
export function isStaffOnly(access: Access): boolean {
  return Array.isArray(access) && access.every((role) => role === 'staff');
}

const roleByAffiliateType: Readonly<Record<number, Role>> = {
  1: 'diver',
  2: 'professional',
  3: 'professional',
  4: 'store',
  9: 'staff',
};

export function getRole(affiliateTypeId: number): Role {
  return roleByAffiliateType[affiliateTypeId] ?? 'diver';
}

export function hasAccess(access: Access, affiliateTypeId: number | null): boolean {
  if (access === 'anyone') return true;
  if (affiliateTypeId === null) return false;
  return access === 'signedIn' || access.includes(getRole(affiliateTypeId));
}
