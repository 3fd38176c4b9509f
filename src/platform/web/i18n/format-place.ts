import { intlTag } from '#platform/shared/locale.ts';
import { currentLocale } from './i18n.tsx';
import { joinFacts } from './join-facts.ts';

/** A city and its country, which is an ISO code or was typed, in the reader's language. */
export function formatPlace({ city, country }: { city: string | null; country: string | null }): string {
  const names = new Intl.DisplayNames([intlTag(currentLocale())], { type: 'region' });
  return joinFacts(city, country !== null && /^[A-Z]{2}$/.test(country) ? names.of(country) : country);
}
