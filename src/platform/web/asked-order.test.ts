import { expect, test } from 'vitest';
import { locales } from '../shared/locale.ts';
import { inAskedOrder } from './asked-order.ts';

test('a name is asked for family first in five languages', () => {
  const asking = locales.filter((locale) => inAskedOrder(locale, ['given', 'middle'], 'family')[0] === 'family');
  expect(asking).toEqual(['ja-JP', 'ko-KR', 'zh-CN', 'zh-HK', 'hu-HU']);
  expect(inAskedOrder('de-DE', ['given', 'middle'], 'family')).toEqual(['given', 'middle', 'family']);
});
