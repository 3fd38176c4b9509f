import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIsoDate } from '#platform/shared/dates.ts';
import {
  findAddressProblems,
  findBirthdateProblem,
  findBirthdateProblems,
  joinBirthdate,
  findNameProblems,
} from './rules.ts';

const today = '2026-03-01';
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
  .map((date) => toIsoDate(date));

describe('joinBirthdate and findBirthdateProblem', () => {
  it.each([
    ['29', '2', '2024', '2024-02-29'],
    ['29', '02', '2023', null],
    ['29', '2', '1900', null],
    ['31', '4', '1990', null],
    ['31', '12', '1990', '1990-12-31'],
    [' 5 ', '6', '1990', '1990-06-05'],
    ['0', '6', '1990', null],
    ['5', '13', '1990', null],
    ['5', '6', '90', null],
    ['5', '6', '19900', null],
    ['1e1', '6', '1990', null],
    ['-5', '6', '1990', null],
    ['٥', '6', '1990', null],
  ])('joins day %s, month %s and year %s to %s', (dayPart, month, year, joined) => {
    expect(joinBirthdate({ day: dayPart, month, year })).toBe(joined);
  });

  it('round-trips every date', () => {
    fc.assert(
      fc.property(day, (birthdate) => {
        const [year = '', month = '', dayPart = ''] = birthdate.split('-');
        expect(joinBirthdate({ year, month: String(Number(month)), day: String(Number(dayPart)) })).toBe(birthdate);
        expect(findBirthdateProblem(birthdate, today)).toBe(null);
      }),
    );
  });

  it.each([
    ['2026-03-02', 'account.birthdate.future'],
    ['2026-03-01', null],
    ['1900-01-01', null],
    ['1899-12-31', 'account.birthdate.too_old'],
    ['2023-02-29', 'account.birthdate.invalid'],
    ['1990-04-31', 'account.birthdate.invalid'],
    ['yesterday', 'account.birthdate.invalid'],
    ['1990-4-3', 'account.birthdate.invalid'],
    ['', 'account.birthdate.invalid'],
  ])('returns for %s the problem %s', (birthdate, problem) => {
    expect(findBirthdateProblem(birthdate, today)).toBe(problem);
  });

  it('reports missing parts first, then the date as a whole', () => {
    expect(findBirthdateProblems({ day: '', month: ' ', year: '' }, today)).toEqual({
      birthDay: 'account.birthdate.day.missing',
      birthMonth: 'account.birthdate.month.missing',
      birthYear: 'account.birthdate.year.missing',
    });
    expect(findBirthdateProblems({ day: '', month: '4', year: '1990' }, today)).toEqual({
      birthDay: 'account.birthdate.day.missing',
    });
    expect(findBirthdateProblems({ day: '31', month: '4', year: '1990' }, today)).toEqual({
      birthDay: 'account.birthdate.invalid',
    });
    expect(findBirthdateProblems({ day: '1', month: '4', year: '2027' }, today)).toEqual({
      birthYear: 'account.birthdate.future',
    });
    expect(findBirthdateProblems({ day: '1', month: '4', year: '1990' }, today)).toEqual({});
  });
});

describe('findNameProblems', () => {
  const name = { firstName: 'Ida', middleName: '', lastName: 'Okafor' };

  it('requires first and last name, and only one name for a store', () => {
    expect(findNameProblems(name, 1)).toEqual({});
    expect(findNameProblems({ firstName: ' ', middleName: '', lastName: '' }, 1)).toEqual({
      firstName: 'account.first_name.missing',
      lastName: 'account.last_name.missing',
    });
    expect(findNameProblems({ ...name, lastName: '' }, 4)).toEqual({});
  });

  it('allows at most 100 characters', () => {
    expect(findNameProblems({ ...name, middleName: 'x'.repeat(100) }, 1)).toEqual({});
    expect(findNameProblems({ ...name, middleName: 'x'.repeat(101) }, 1)).toEqual({
      middleName: 'account.name.too_long',
    });
  });
});

describe('findAddressProblems', () => {
  const address = {
    addressLine1: '3 Harbour Steps',
    addressLine2: '',
    city: 'Kelder Bay',
    postalCode: '',
    stateId: null,
    countryId: 'GB',
  };

  it('applies the country’s requirements', () => {
    expect(findAddressProblems(address, { postalCodeRequired: false, stateRequired: false })).toEqual({});
    expect(findAddressProblems(address, { postalCodeRequired: true, stateRequired: true })).toEqual({
      postalCode: 'account.postal_code.missing',
      stateId: 'account.state.missing',
    });
  });

  it('always requires street, city and country', () => {
    expect(findAddressProblems({ ...address, addressLine1: ' ', city: '', countryId: '' }, null)).toEqual({
      addressLine1: 'account.address.missing',
      city: 'account.city.missing',
      countryId: 'account.country.missing',
    });
    expect(findAddressProblems({ ...address, addressLine2: 'x'.repeat(101) }, null)).toEqual({
      addressLine2: 'account.name.too_long',
    });
  });
});
