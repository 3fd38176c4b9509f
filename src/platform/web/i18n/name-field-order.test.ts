import { expect, test } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { orderNameFields } from './name-field-order.ts';

test('orderNameFields puts the family name first in five languages', () => {
  const familyFirst = locales.filter(
    (locale) => orderNameFields(locale, ['given', 'middle'], 'family')[0] === 'family',
  );
  expect(familyFirst).toEqual(['ja-JP', 'ko-KR', 'zh-CN', 'zh-HK', 'hu-HU']);
  expect(orderNameFields('de-DE', ['given', 'middle'], 'family')).toEqual(['given', 'middle', 'family']);
});
