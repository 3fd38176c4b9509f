import { intlTag } from '#platform/shared/locale.ts';
import { currentLocale } from './i18n.tsx';
import { joinFacts } from './join-facts.ts';

/** City and country in the reader's language. The country is an ISO code or free text. */
export function formatPlace({ city, country }: { city: string | null; country: string | null }): string {
  const names = new Intl.DisplayNames([intlTag(currentLocale())], { type: 'region' });
  return joinFacts(city, country !== null && /^[A-Z]{2}$/.test(country) ? names.of(country) : country);
}
