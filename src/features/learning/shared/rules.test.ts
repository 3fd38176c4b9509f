import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { courseLevels, toCulture, cultures, isEntryCourse } from './rules.ts';

it('courses support 26 languages', () => {
  expect(new Set(cultures).size).toBe(26);
});

it('toCulture falls back to en-US for portal languages without courses', () => {
  expect([toCulture('ms-MY'), toCulture('tl-PH'), toCulture('')]).toEqual(['en-US', 'en-US', 'en-US']);
  for (const culture of cultures) expect(toCulture(culture)).toBe(culture);
  fc.assert(fc.property(fc.string(), (locale) => cultures.includes(toCulture(locale))));
});

it('isEntryCourse accepts only sellable beginner courses', () => {
  const entries = courseLevels.flatMap((level) =>
    [true, false].flatMap((isSellable) => (isEntryCourse({ level, isSellable }) ? [`${level} ${isSellable}`] : [])),
  );
  expect(entries).toEqual(['beginner true']);
});
