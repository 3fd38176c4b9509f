import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { courseLevels, toCulture, cultures, isEntryCourse } from './rules.ts';

it('there are 26 languages in which a course may be written', () => {
  expect(new Set(cultures).size).toBe(26);
});

it('a language of the portal that has no courses reads them in en-US', () => {
  expect([toCulture('ms-MY'), toCulture('tl-PH'), toCulture('')]).toEqual(['en-US', 'en-US', 'en-US']);
  for (const culture of cultures) expect(toCulture(culture)).toBe(culture);
  fc.assert(fc.property(fc.string(), (locale) => cultures.includes(toCulture(locale))));
});

it('an entry course is of the beginner’s level and can be bought', () => {
  const entries = courseLevels.flatMap((level) =>
    [true, false].flatMap((isSellable) => (isEntryCourse({ level, isSellable }) ? [`${level} ${isSellable}`] : [])),
  );
  expect(entries).toEqual(['beginner true']);
});
