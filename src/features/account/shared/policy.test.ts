import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMinor } from '#domain/age.ts';
import { affiliateType } from '#domain/roles.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import {
  canAddCredentials,
  canManageAccount,
  canSetBirthdate,
  getBirthdateAccess,
  getRelation,
  type Relation,
} from './policy.ts';

const today = '2026-03-01';
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
  .map((date) => toIsoDate(date));

describe('getRelation', () => {
  const child = { affiliateId: 3, birthdate: '2014-03-09', guardianIds: [4] };
  const actor = (affiliateId: number, affiliateTypeId: number = affiliateType.diver) => ({
    affiliateId,
    affiliateTypeId,
  });

  it('returns self, guardian while the child is a minor, staff, or null', () => {
    expect(getRelation(actor(3), child, today)).toBe('self');
    expect(getRelation(actor(4), child, today)).toBe('guardian');
    expect(getRelation(actor(4), { ...child, birthdate: '2008-03-01' }, today)).toBe(null);
    expect(getRelation(actor(4), { ...child, birthdate: null }, today)).toBe(null);
    expect(getRelation(actor(8, affiliateType.staff), child, today)).toBe('staff');
    expect(getRelation(actor(5, affiliateType.instructor), child, today)).toBe(null);
  });
});

describe('rights of a relation', () => {
  const relations: Relation[] = ['self', 'guardian', 'staff'];

  it('lets staff manage no account', () => {
    expect(relations.filter(canManageAccount)).toEqual(['self', 'guardian']);
  });

  it('lets no one add credentials to another account', () => {
    expect(relations.filter(canAddCredentials)).toEqual(['self']);
  });
});

describe('a birthdate on file', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const file = (
    former: string | null,
    hours: number,
    relation: Relation = 'self',
    correctedAt: Date | null = null,
  ) => ({
    relation,
    former,
    createdAt: hoursAgo(hours),
    correctedAt,
  });

  it('is locked a day after sign-up, for everyone and every other date', () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom<Relation>('self', 'guardian', 'staff'), (former, birthdate, relation) => {
        expect(canSetBirthdate(file(former, 24, relation), birthdate, now)).toBe(former === birthdate);
        expect(canSetBirthdate(file(former, 24, relation), null, now)).toBe(false);
      }),
    );
  });

  it('is corrected once within 24 hours, and never makes a minor an adult', () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom<Relation>('self', 'guardian'), (former, birthdate, relation) => {
        const makesAdult = isMinor(former, today) && !isMinor(birthdate, today);
        expect(canSetBirthdate(file(former, 23.9, relation), birthdate, now)).toBe(!makesAdult);
        expect(canSetBirthdate(file(former, 23.9, relation, hoursAgo(1)), birthdate, now)).toBe(former === birthdate);
      }),
    );
  });

  it.each([
    ['open', null, 900, 'self', null],
    ['first_day', '1990-01-01', 1, 'self', null],
    ['first_day', '2014-03-09', 1, 'guardian', null],
    ['locked', '1990-01-01', 1, 'self', hoursAgo(0.5)],
    ['locked', '1990-01-01', 24, 'self', null],
    ['locked', '1990-01-01', 1, 'staff', null],
  ] as const)('is %s with %s on file for %d hours, to %s', (access, former, hours, relation, correctedAt) => {
    expect(getBirthdateAccess(file(former, hours, relation, correctedAt), now)).toBe(access);
  });

  it('can be added if there is none', () => {
    expect(canSetBirthdate(file(null, 900), '1990-01-01', now)).toBe(true);
    expect(canSetBirthdate(file(null, 900), '2014-03-09', now)).toBe(true);
  });
});
