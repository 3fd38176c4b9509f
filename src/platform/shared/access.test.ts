import { describe, expect, it } from 'vitest';
import { affiliateType, getRole, type Role } from '#domain/roles.ts';
import { hasAccess } from './access.ts';

const affiliateTypeIds = Object.values(affiliateType);

describe('getRole', () => {
  it.each([
    [1, 'diver'],
    [2, 'professional'],
    [3, 'professional'],
    [4, 'store'],
    [9, 'staff'],
  ])('maps affiliate type %i to %s', (affiliateTypeId, role) => {
    expect(getRole(affiliateTypeId)).toBe(role);
  });

  it('returns diver for an unknown type', () => {
    expect(getRole(7)).toBe('diver');
    expect(getRole(Number.NaN)).toBe('diver');
  });
});

describe('hasAccess', () => {
  it('allows anonymous callers for "anyone"', () => {
    expect(hasAccess('anyone', null)).toBe(true);
    expect(hasAccess('anyone', affiliateType.diver)).toBe(true);
  });

  it('allows every affiliate type but no anonymous caller for "signedIn"', () => {
    expect(affiliateTypeIds.every((id) => hasAccess('signedIn', id))).toBe(true);
    expect(hasAccess('signedIn', null)).toBe(false);
  });

  it('allows exactly the listed roles', () => {
    const roles: Role[] = ['staff', 'store'];
    expect(affiliateTypeIds.filter((id) => hasAccess(roles, id))).toEqual([affiliateType.store, affiliateType.staff]);
    expect(hasAccess(roles, null)).toBe(false);
    expect(hasAccess([], affiliateType.staff)).toBe(false);
  });
});
