import { getRole, type Role } from '#domain/roles.ts';

/** The server enforces access by role; the browser only hides what is not allowed. */
export type Access = 'anyone' | 'signedIn' | readonly Role[];

/**
 * Proof that an endpoint requires beyond a valid session. `verifiedEmail`: the caller's email address is verified.
 * `recentConfirmation`: the caller used a password, passkey or second factor within the last few minutes.
 */
export type Requirement = 'verifiedEmail' | 'recentConfirmation';

/** Each desk request extends a confirmation by another `minutes`, up to `deskMaxMinutes` after it was given. */
export const confirmationWindow = { minutes: 10, deskMaxMinutes: 30 } as const;

/** Staff sessions are shorter than all others. */
export const staffSessionLimits = { idleMin: 30, maxHours: 12 } as const;

export function isRecentlyConfirmed(confirmedAtMs: number | null, nowMs: number): boolean {
  return confirmedAtMs !== null && nowMs - confirmedAtMs < confirmationWindow.minutes * 60_000;
}

export function isStaffOnly(access: Access): boolean {
  return Array.isArray(access) && access.every((role) => role === 'staff');
}

export function hasAccess(access: Access, affiliateTypeId: number | null): boolean {
  if (access === 'anyone') return true;
  if (affiliateTypeId === null) return false;
  return access === 'signedIn' || access.includes(getRole(affiliateTypeId));
}
