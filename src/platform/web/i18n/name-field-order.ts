import type { Locale } from '#platform/shared/locale.ts';

const familyFirst = new Set<Locale>(['ja-JP', 'ko-KR', 'zh-CN', 'zh-HK', 'hu-HU']);

/** The fields of a name in the order in which forms of a language show them. */
export function orderNameFields<Field>(locale: Locale, givenFields: readonly Field[], familyField: Field): Field[] {
  return familyFirst.has(locale) ? [familyField, ...givenFields] : [...givenFields, familyField];
}
