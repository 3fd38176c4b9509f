import { intlTag } from '../shared/locale.ts';
import { currentLocale } from './i18n.tsx';

/** A city and the country that an ISO code stands for, in the reader's language. */
export function placeText({ city, country }: { city: string | null; country: string | null }): string {
  const names = new Intl.DisplayNames([intlTag(currentLocale())], { type: 'region' });
  return [city, country && names.of(country)].filter(Boolean).join(', ');
}
