import { describe, expect, it } from 'vitest';
import { parseBirthdate } from './parse-birthdate.ts';

const today = '2026-06-01';

describe('parseBirthdate', () => {
  it('accepts a day without leading zeros', () => {
    expect(parseBirthdate({ day: '9', month: '3', year: '2014' }, today)).toBe('2014-03-09');
  });

  it('returns undefined when nothing was typed', () => {
    expect(parseBirthdate({ day: '', month: ' ', year: '' }, today)).toBeUndefined();
  });

  it.each([
    ['half a date', { day: '9', month: '', year: '2014' }],
    ['a day that does not exist', { day: '31', month: '4', year: '2014' }],
    ['29 February of a common year', { day: '29', month: '2', year: '2023' }],
    ['a year of two digits', { day: '9', month: '3', year: '14' }],
    ['a day in the future', { day: '2', month: '6', year: '2026' }],
    ['a year before 1900', { day: '9', month: '3', year: '1899' }],
    ['letters', { day: 'nine', month: '3', year: '2014' }],
  ])('returns null for %s', (_, typed) => expect(parseBirthdate(typed, today)).toBeNull());

  it('accepts 29 February of a leap year, and today', () => {
    expect(parseBirthdate({ day: '29', month: '2', year: '2024' }, today)).toBe('2024-02-29');
    expect(parseBirthdate({ day: '1', month: '6', year: '2026' }, today)).toBe(today);
  });
});
