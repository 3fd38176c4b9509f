import { joinList } from '#platform/shared/join-list.ts';
import { currentLocale } from './i18n.tsx';

/** Joins the non-empty facts with the list separator of the reader's locale. */
export function joinFacts(...facts: readonly (string | null | undefined | false)[]): string {
  return joinList(currentLocale(), facts);
}
