import { intlTag } from '../shared/locale.ts';
import { currentLocale } from './i18n.tsx';
import { joined } from './joined.ts';

/** A city and its country, which is an ISO code or was typed, in the reader's language. */
export function placeText({ city, country }: { city: string | null; country: string | null }): string {
  const names = new Intl.DisplayNames([intlTag(currentLocale())], { type: 'region' });
  return joined(city, country !== null && /^[A-Z]{2}$/.test(country) ? names.of(country) : country);
}
