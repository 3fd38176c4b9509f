import { describe, expect, it } from 'vitest';
import { listFaults, openPage, visit } from '../src/platform/testing/browser.ts';
import { makeLinks, makeSomebody } from './access-made.ts';
import { bare, pagesOf } from './access-pages.ts';
import { allRoutes, pathsWithout } from './addresses.ts';
import { runSql } from './database.ts';
import { linkIn } from './mails.ts';
import { locales, speak, walk, walkBare, walkMs } from './walk.ts';

describe('everybody can use', () => {
  it('every screen of the product: each stands in one of the lists', () => {
    // The gallery is for developers alone.
    const screens = allRoutes.filter(({ path, screen }) => screen !== undefined && path !== '/gallery');
    // Shown in journeys that look at them: signing in and up, links with a token, requests of a family.
    const inJourneys = [
      '/sso/interaction/{uid}',
      '/sso/verify/{token}',
      '/sso/email/{token}',
      '/continue',
      '/training/shop/requests/{request}',
      '/desk/requests',
    ];
    const addresses = [...Object.values(pagesOf).flat(), ...bare, ...inJourneys];
    expect(pathsWithout(screens, addresses)).toEqual([]);
  });

  it('what somebody has begun', { timeout: walkMs }, async () => {
    const { somebody, made } = await makeSomebody();
    for (const locale of locales) {
      await speak(somebody.email, locale);
      expect(await walk(somebody.page, pagesOf.somebody, { locale, made })).toEqual([]);
    }
  });

  it('what is open to strangers', { timeout: walkMs }, async () => {
    const { somebody, made } = await makeSomebody();
    const links = await makeLinks(somebody, made['record'] ?? '');
    for (const locale of locales) {
      const page = await openPage({ locale });
      expect(await walk(page, pagesOf.stranger, { locale, made: { ...made, ...links } })).toEqual([]);
    }
  });

  it('the pages of the account service', { timeout: walkMs }, async () => {
    const email = 'staff@demo.test';
    const page = await openPage();
    await runSql('delete from rate_counter');
    await page.request.post('/sso/forgot', { data: { email } });
    const reset = (await linkIn(email, '/sso/reset/')).split('/').at(-1) ?? '';
    for (const locale of locales)
      expect(await walkBare(await openPage({ locale }), bare, { locale, made: { reset } })).toEqual([]);
  });
});

describe('the check itself', () => {
  it('finds what is too small to press', async () => {
    const page = await openPage();
    await visit(page, '/training/unauthorized');
    await page.locator('main h1').waitFor();
    await page.evaluate(() => {
      const style = 'inline-size: 16px; block-size: 16px; padding: 0';
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', `<button style="${style}">a</button><button style="${style}">b</button>`);
    });
    expect(await listFaults(page)).toEqual([
      expect.stringMatching(/^target-size/),
      expect.stringMatching(/^target-size/),
    ]);
  });
});
