import { describe, expect, test } from 'vitest';
import { formatPersonName } from './person-name.ts';

describe('formatPersonName', () => {
  test.each([
    ['Latin letters', ['Nora', '', 'Fjord'], 'en-US', 'Nora Fjord'],
    ['a middle name', ['Nora', 'Maria', 'Fjord'], 'de-DE', 'Nora Maria Fjord'],
    ['Han', ['太郎', '', '山田'], 'ja-JP', '山田太郎'],
    ['Han for readers of another language', ['太郎', '', '山田'], 'de-DE', '山田太郎'],
    ['Han with kana', ['ジョージ', '', '佐々木'], 'ja-JP', '佐々木ジョージ'],
    ['a rare ideograph', ['明', '', '𠮷田'], 'zh-HK', '𠮷田明'],
    ['Hangul', ['민준', '', '김'], 'ko-KR', '김민준'],
    ['Latin letters in Japanese', ['Nora', '', 'Fjord'], 'ja-JP', 'Nora Fjord'],
    ['two scripts', ['Nora', '', '山田'], 'ja-JP', 'Nora 山田'],
    ['Hungarian', ['Péter', 'Márk', 'Nagy'], 'hu-HU', 'Nagy Péter Márk'],
    ['a company', ['Blue Reef', '', ''], 'hu-HU', 'Blue Reef'],
    ['no names', ['', '', ''], 'ja-JP', ''],
  ])('formats a name with %s', (_, [givenName = '', middleName = '', familyName = ''], locale, expected) => {
    expect(formatPersonName({ givenName, middleName, familyName }, locale)).toBe(expected);
  });
});
