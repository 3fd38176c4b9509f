/** Who may make a call. The server decides; the browser only hides. */
export type Role = 'diver' | 'professional' | 'store' | 'staff';
export type Access = 'anyone' | 'signedIn' | readonly Role[];

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
