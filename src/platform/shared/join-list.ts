import { intlTag, type Locale } from './locale.ts';

/** List separators of languages that do not use a comma and a space. */
const listSeparators: Record<string, string> = { ar: '، ', ja: '、', zh: '，' };

/** Joins the non-empty facts with the list separator of the locale. */
export function joinList(locale: Locale, facts: readonly (string | null | undefined | false)[]): string {
  const [language = ''] = intlTag(locale).split('-');
  return facts.filter((fact) => fact !== '' && typeof fact === 'string').join(listSeparators[language] ?? ', ');
}
