import { createIntlCache, type createIntl } from 'react-intl';
import type { Locale } from '#platform/shared/locale.ts';

type IntlCache = NonNullable<Parameters<typeof createIntl>[1]>;

const caches = new Map<string, IntlCache>();
/** A formatter takes 30 KB, and visitors choose the language and the time zone of a page that the server renders. */
const maxCaches = 50;

/** The formatters of a language and a time zone, which pages share. Those that were not used for longest are dropped. */
export function getIntlCache(locale: Locale, timeZone = ''): IntlCache {
  const key = `${locale} ${timeZone}`;
  const cache = caches.get(key) ?? createIntlCache();
  caches.delete(key);
  caches.set(key, cache);
  for (const oldest of caches.keys()) {
    if (caches.size <= maxCaches) break;
    caches.delete(oldest);
  }
  return cache;
}
