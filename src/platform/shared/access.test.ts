import { describe, expect, it } from 'vitest';
import { hasAccess, getRole, type Role } from './access.ts';

const affiliateTypeIds = [1, 2, 3, 4, 9];

describe('the role of an affiliate type', () => {
  it.each([
    [1, 'diver'],
    [2, 'professional'],
    [3, 'professional'],
    [4, 'store'],
    [9, 'staff'],
  ])('%i is a %s', (affiliateTypeId, role) => {
    expect(getRole(affiliateTypeId)).toBe(role);
  });

  it('is the least one for a type that nobody knows', () => {
    expect(getRole(7)).toBe('diver');
    expect(getRole(Number.NaN)).toBe('diver');
  });
});

describe('access', () => {
  it('to anyone is for strangers too', () => {
    expect(hasAccess('anyone', null)).toBe(true);
    expect(hasAccess('anyone', 1)).toBe(true);
  });

  it('to the signed-in is for every type and no stranger', () => {
    expect(affiliateTypeIds.every((id) => hasAccess('signedIn', id))).toBe(true);
    expect(hasAccess('signedIn', null)).toBe(false);
  });

  it('to roles is for exactly those roles', () => {
    const roles: Role[] = ['staff', 'store'];
    expect(affiliateTypeIds.filter((id) => hasAccess(roles, id))).toEqual([4, 9]);
    expect(hasAccess(roles, null)).toBe(false);
    expect(hasAccess([], 9)).toBe(false);
  });
});
