import { describe, expect, it } from 'vitest';
import type { Relation } from '../shared/policy.ts';
import { findProblems } from './profile-values.ts';

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

describe('a birthdate that is not theirs to change', () => {
  const problemOf = (relation: Relation, formerBirthdate: string, birthDate: string) =>
    findProblems(
      { ...values, birthDate },
      { affiliateTypeId: 1, relation, formerBirthdate, rules: null },
      '2026-11-15',
    );

  it('tells a child who could make it older, and everybody else to ask the association', () => {
    expect(problemOf('self', '2014-03-09', '2004-3-9')).toEqual({ birthYear: 'account.birthdate.minor' });
    expect(problemOf('guardian', '2014-03-09', '2015-3-9')).toEqual({ birthYear: 'error.account.birthdate_locked' });
    expect(problemOf('self', '1991-04-09', '2014-4-9')).toEqual({ birthYear: 'error.account.birthdate_locked' });
  });

  it('says nothing of one that is', () => {
    expect(problemOf('self', '1991-04-09', '1992-4-9')).toEqual({});
    expect(problemOf('guardian', '2014-03-09', '2013-3-9')).toEqual({});
    expect(problemOf('staff', '2014-03-09', '2015-3-9')).toEqual({});
  });

  it('says no more of one that is half typed than what is missing', () => {
    expect(problemOf('guardian', '2014-03-09', '2014-3-')).toEqual({ birthDay: 'account.birthdate.day.missing' });
  });
});
