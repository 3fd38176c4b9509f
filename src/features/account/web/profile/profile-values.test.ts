import { describe, expect, it } from 'vitest';
import { findProfileProblems, type ProfileField } from './profile-values.ts';
import { affiliateType } from '#domain/roles.ts';

const today = '2026-11-15';
const context = { affiliateTypeId: affiliateType.diver, rules: null };
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
    findProfileProblems({ ...values, birthDate }, { ...context, edited: ['birthDate'] }, today);

  it('accepts any existing date', () => {
    expect(problemOf('2014-3-9')).toEqual({});
    expect(problemOf('2004-3-9')).toEqual({});
  });

  it('reports only the missing part', () => {
    expect(problemOf('2014-3-')).toEqual({ birthDay: 'account.birthdate.day.missing' });
  });
});

describe('findProfileProblems for a profile without an address', () => {
  const withoutAddress = { ...values, countryId: '', addressLine1: '', city: '', postalCode: '' };
  const problemsOf = (edited: readonly ProfileField[], changes: Partial<typeof values>) =>
    findProfileProblems({ ...withoutAddress, ...changes }, { ...context, edited }, today);

  it('accepts changes of other groups', () => {
    expect(problemsOf(['phoneNumber'], { phoneNumber: '+4722123456' })).toEqual({});
    expect(problemsOf(['firstName'], { firstName: 'Ada' })).toEqual({});
  });

  it('reports what an edited address lacks', () => {
    expect(problemsOf(['city'], { city: 'Bergen' })).toEqual({
      countryId: 'account.country.missing',
      addressLine1: 'account.address.missing',
    });
  });
});
