import * as fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { isLocale } from '#platform/shared/locale.ts';
import { getRequestLocale } from './access.ts';

const getLocale = (headers: Record<string, string | undefined>, cookies: Record<string, string> = {}) =>
  getRequestLocale({
    headers: { ...headers, cookie: 'sent' },
    server: { parseCookie: () => cookies },
  } as unknown as FastifyRequest);

describe('getRequestLocale', () => {
  it.each([
    ['da, en-GB;q=0.8, en;q=0.7', 'da-DK'],
    ['en;q=0.5,fr', 'fr-FR'],
    ['en; q=0.5, fr', 'fr-FR'],
    ['eo, de;q=0.9', 'de-DE'],
    ['de;q=0, fr;q=0.1', 'fr-FR'],
    ['de;q=nonsense', 'en-US'],
    ['zh-TW, en', 'zh-HK'],
    ['*', 'en-US'],
    ['', 'en-US'],
    [undefined, 'en-US'],
  ])('chooses for the header %j the locale %s', (header, locale) => {
    expect(getLocale({ 'accept-language': header })).toBe(locale);
  });

  it('accepts any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(isLocale(getLocale({ 'accept-language': header }))).toBe(true);
      }),
    );
  });

  it('prefers the language of the page, then the one chosen in this browser', () => {
    const headers = { 'x-locale': 'de-DE', 'accept-language': 'es' };
    expect(getLocale(headers, { locale: 'fr-FR' })).toBe('de-DE');
    expect(getLocale({ 'accept-language': 'es' }, { locale: 'fr-FR' })).toBe('fr-FR');
    expect(getLocale({ 'x-locale': 'xx', 'accept-language': 'es' }, { locale: 'xx' })).toBe('es-ES');
  });
});
