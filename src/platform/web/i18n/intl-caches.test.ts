import { expect, it } from 'vitest';
import { getIntlCache } from './intl-caches.ts';

it('shares formatters among pages, and keeps a bounded number', () => {
  const first = getIntlCache('en-US', 'Europe/Berlin');
  const second = getIntlCache('de-DE', 'Europe/Berlin');
  expect(second).not.toBe(first);
  expect(getIntlCache('en-US', 'Europe/Berlin')).toBe(first);
  for (const timeZone of Intl.supportedValuesOf('timeZone').slice(0, 49)) {
    getIntlCache('fr-FR', timeZone);
    expect(getIntlCache('en-US', 'Europe/Berlin')).toBe(first);
  }
  expect(getIntlCache('de-DE', 'Europe/Berlin')).not.toBe(second);
});
