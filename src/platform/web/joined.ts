import { intlTag } from '../shared/locale.ts';
import { currentLocale } from './i18n.tsx';

/** What stands between things that are named one after the other, where it is not a comma and a space. */
const ownCommas: Record<string, string> = { ar: '، ', ja: '、', zh: '，' };

/** What there is of several facts, in a row, with the comma of the reader's language. */
export function joined(...facts: readonly (string | null | undefined | false)[]): string {
  const [language = ''] = intlTag(currentLocale()).split('-');
  return facts.filter((fact) => fact !== '' && typeof fact === 'string').join(ownCommas[language] ?? ', ');
}
