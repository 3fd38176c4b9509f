import { describe, expect, it } from 'vitest';
import { listAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { createLinks, createActiveUser } from '#test/support/e2e/accessibility-data.ts';
import { pagesWithoutShell, pagesByRole } from '#test/support/e2e/accessibility-pages.ts';
import { allRoutes, listUnvisitedPaths } from '#test/support/e2e/routes.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { locales, setLanguage, walkPages, walkPagesWithoutShell, walkTimeoutMs } from '#test/support/e2e/walk-pages.ts';

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
    const addresses = [...Object.values(pagesByRole).flat(), ...pagesWithoutShell, ...inJourneys];
    expect(listUnvisitedPaths(screens, addresses)).toEqual([]);
  });

  it('what somebody has begun', { timeout: walkTimeoutMs }, async () => {
    const { somebody, made } = await createActiveUser();
    for (const locale of locales) {
      await setLanguage(somebody.email, locale);
      expect(await walkPages(somebody.page, pagesByRole.somebody, { locale, made })).toEqual([]);
    }
  });

  it('what is open to strangers', { timeout: walkTimeoutMs }, async () => {
    const { somebody, made } = await createActiveUser();
    const links = await createLinks(somebody, made['record'] ?? '');
    for (const locale of locales) {
      const page = await openPage({ locale });
      expect(await walkPages(page, pagesByRole.stranger, { locale, made: { ...made, ...links } })).toEqual([]);
    }
  });

  it('the pages of the account service', { timeout: walkTimeoutMs }, async () => {
    const email = 'staff@demo.test';
    const page = await openPage();
    await runSql('delete from rate_counter');
    await page.request.post('/sso/forgot', { data: { email } });
    const reset = (await findMailLink(email, '/sso/reset/')).split('/').at(-1) ?? '';
    for (const locale of locales)
      expect(
        await walkPagesWithoutShell(await openPage({ locale }), pagesWithoutShell, { locale, made: { reset } }),
      ).toEqual([]);
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
    expect(await listAxeViolations(page)).toEqual([
      expect.stringMatching(/^target-size/),
      expect.stringMatching(/^target-size/),
    ]);
  });
});
