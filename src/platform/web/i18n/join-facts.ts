import { joinList } from '#platform/shared/join-list.ts';
import { currentLocale } from './i18n.tsx';

/** What there is of several facts, in a row, with the comma of the reader's language. */
export function joinFacts(...facts: readonly (string | null | undefined | false)[]): string {
  return joinList(currentLocale(), facts);
}
