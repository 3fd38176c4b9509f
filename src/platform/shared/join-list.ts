import { intlTag, type Locale } from './locale.ts';

/** List separators of languages that do not use a comma and a space. */
const listSeparators: Record<string, string> = { ar: '، ', ja: '、', zh: '，' };

/** Joins the non-empty facts with the list separator of the locale. */
export function joinList(locale: Locale, facts: readonly (string | null | undefined | false)[]): string {
  const [language = ''] = intlTag(locale).split('-');
  return facts.filter((fact) => fact !== '' && typeof fact === 'string').join(listSeparators[language] ?? ', ');
}

/** Lists up to four names; longer lists are cut after three. */
export function joinNames(locale: Locale, names: readonly string[]): string {
  // Bidirectional isolates keep the order of names in different scripts.
  const isolated = names.length > 1 ? names.map((name) => `\u2068${name}\u2069`) : names;
  return joinList(locale, isolated.length > 4 ? [...isolated.slice(0, 3), '…'] : isolated);
}
