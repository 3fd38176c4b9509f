import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const load = async (url: string, locale = 'en-US') =>
  (await portal.app.inject({ url, headers: { accept: 'text/html', 'x-locale': locale } })).body;
const readDescription = (html: string) => /<meta name="description" content="([^"]+)" \/>/.exec(html)?.[1];
const readCanonical = (html: string) => /<link rel="canonical" href="([^"]+)" \/>/.exec(html)?.[1];

describe('page metadata', () => {
  it('describes the portal in every language', async () => {
    const descriptions = await Promise.all(
      locales.map(async (locale) => readDescription(await load('/verify', locale))),
    );
    expect(new Set(descriptions).size).toBe(locales.length);
    for (const description of descriptions) expect(description).toContain('Bluewater Divers Association');
  });

  it('names the URL without parameters', async () => {
    expect(readCanonical(await load('/verify?code=1'))).toBe('http://localhost:3999/verify');
  });

  it('names one URL for all sign-in interactions', async () => {
    expect(readCanonical(await load('/sso/interaction/abc'))).toBe('http://localhost:3999/login/sign-in');
  });

  it('escapes the URL', async () => {
    expect(await load('/verify/"><script>alert(1)</script>')).not.toContain('<script>alert');
  });
});
