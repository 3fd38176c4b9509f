import { describe, expect, it } from 'vitest';
import { findProfileProblems } from './profile-values.ts';
import { affiliateType } from '#domain/roles.ts';

const values = {
  firstName: 'Ida',
  middleName: '',
  lastName: 'Okafor',
  birthDate: '2014-3-9',
  gender: '',
  countryId: 'NO',
  addressLine1: 'Fjordveien 3',
  addressLine2: '',
  city: 'Bergen',
  stateId: '',
  postalCode: '5003',
  phoneNumber: '',
};

describe('findProfileProblems for a birthdate', () => {
  const problemOf = (birthDate: string) =>
    findProfileProblems({ ...values, birthDate }, { affiliateTypeId: affiliateType.diver, rules: null }, '2026-11-15');

  it('accepts any existing date', () => {
    expect(problemOf('2014-3-9')).toEqual({});
    expect(problemOf('2004-3-9')).toEqual({});
  });

  it('reports only the missing part', () => {
    expect(problemOf('2014-3-')).toEqual({ birthDay: 'account.birthdate.day.missing' });
  });
});
