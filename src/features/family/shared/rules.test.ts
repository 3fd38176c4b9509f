import { assert, date as dates, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { getAdultDate, isHandoverNear } from './rules.ts';

describe('getAdultDate and isHandoverNear', () => {
  it.each([
    ['2014-03-09', '2032-03-09'],
    ['2008-02-29', '2026-03-01'],
    ['2008-12-31', '2026-12-31'],
  ])('returns for the birthdate %s the date %s', (birthdate, day) => {
    expect(getAdultDate(birthdate)).toBe(day);
  });

  it('returns the first day on which the person is not a minor', () => {
    const days = dates({ min: new Date('1950-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
    assert(
      property(days, (date) => {
        const birthdate = toIsoDate(date);
        const day = getAdultDate(birthdate);
        const dayBefore = toIsoDate(new Date(Date.parse(day) - 86_400_000));
        expect([isMinor(birthdate, dayBefore), isMinor(birthdate, day)]).toEqual([true, false]);
      }),
    );
  });

  it('reports a handover as near from 30 days before', () => {
    expect(isHandoverNear('2014-03-09', '2032-02-07')).toBe(false);
    expect(isHandoverNear('2014-03-09', '2032-02-08')).toBe(true);
  });
});
