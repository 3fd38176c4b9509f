import { expect, it } from 'vitest';
import { joinList } from './join-list.ts';

it.each([
  ['en-US', 'Reef, Wreck'],
  ['de-DE', 'Reef, Wreck'],
  ['ar-SA', 'Reef، Wreck'],
  ['ja-JP', 'Reef、Wreck'],
  ['zh-CN', 'Reef，Wreck'],
  ['zh-HK', 'Reef，Wreck'],
] as const)('joinList uses the separator of %s and skips empty entries', (locale, expected) => {
  expect(joinList(locale, ['Reef', null, '', false, undefined, 'Wreck'])).toBe(expected);
});
