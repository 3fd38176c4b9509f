import { joinedIn } from '../shared/joined.ts';
import { currentLocale } from './i18n.tsx';

/** What there is of several facts, in a row, with the comma of the reader's language. */
export function joined(...facts: readonly (string | null | undefined | false)[]): string {
  return joinedIn(currentLocale(), facts);
}
