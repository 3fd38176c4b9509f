import { intlTag, type Locale } from './locale.ts';

/** What stands between things that are named one after the other, where it is not a comma and a space. */
const listSeparators: Record<string, string> = { ar: '، ', ja: '、', zh: '，' };

/** What there is of several facts, in a row, with the comma of a language. */
export function joinList(locale: Locale, facts: readonly (string | null | undefined | false)[]): string {
  const [language = ''] = intlTag(locale).split('-');
  return facts.filter((fact) => fact !== '' && typeof fact === 'string').join(listSeparators[language] ?? ', ');
}
