import { expect, test } from 'vitest';
import { isolateBidi } from './bidi-isolate.ts';

test.each([
  ['ar-SA', 'Ada', true],
  ['iw-IL', 'Анна 2', true],
  ['ar-SA', '山田', true],
  ['ar-SA', 'ليلى', false],
  ['ar-SA', '18', false],
  ['ar-SA', 'ada@demo.test', false],
  ['ar-SA', '26.95 \u2066US$\u2069', false],
  ['de-DE', 'ليلى', true],
  ['en-US', 'דנה Cohen', true],
  ['en-US', 'Ada', false],
  ['ja-JP', '山田太郎', false],
  ['en-US', 'https://a.test/ليلى', false],
] as const)('isolateBidi for %s and “%s” adds isolates: %s', (locale, text, isIsolated) => {
  expect(isolateBidi(locale, text)).toBe(isIsolated ? `\u2068${text}\u2069` : text);
});
