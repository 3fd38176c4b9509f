import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, toIsoDate } from '#platform/shared/dates.ts';
import { ageOn, getAdultDate, isMinor } from './age.ts';

const today = '2026-03-01';
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
  .map((date) => toIsoDate(date));

describe('ageOn and isMinor', () => {
  it.each([
    ['2008-03-01', '2026-03-01', 18],
    ['2008-03-02', '2026-03-01', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2000-12-31', '2001-01-01', 0],
    ['2026-03-01', '2026-03-01', 0],
  ])('returns for the birthdate %s on %s the age %i', (birthdate, on, age) => {
    expect(ageOn(birthdate, on)).toBe(age);
  });

  it('starts at 0 and never decreases', () => {
    fc.assert(
      fc.property(day, day, day, (birthdate, first, second) => {
        const [earlier = '', later = ''] = [first, second].toSorted();
        expect(ageOn(birthdate, earlier)).toBeLessThanOrEqual(ageOn(birthdate, later));
        expect(ageOn(birthdate, birthdate)).toBe(0);
      }),
    );
  });

  it('treats a person under 18 as a minor, and an unknown age as an adult', () => {
    expect(isMinor('2008-03-02', today)).toBe(true);
    expect(isMinor('2008-03-01', today)).toBe(false);
    expect(isMinor(null, today)).toBe(false);
  });
});

describe('getAdultDate', () => {
  it.each([
    ['2014-03-09', '2032-03-09'],
    ['2008-02-29', '2026-03-01'],
    ['2008-12-31', '2026-12-31'],
  ])('returns for the birthdate %s the date %s', (birthdate, day) => {
    expect(getAdultDate(birthdate)).toBe(day);
  });

  it('returns the first day on which the person is not a minor', () => {
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const birthdate = toIsoDate(date);
        const day = getAdultDate(birthdate);
        const dayBefore = addDays(day, -1);
        expect([isMinor(birthdate, dayBefore), isMinor(birthdate, day)]).toEqual([true, false]);
      }),
    );
  });
});
