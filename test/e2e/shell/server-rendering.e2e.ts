import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { authenticateContext, openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import '#test/support/e2e/expect-page.ts';
import { mintToken } from '#test/support/e2e/mint-token.ts';
import { people, findMixedPages } from './server-rendering-steps.ts';

const diver = { email: 'diver@demo.test', password: 'Diver123' };
const renderedPaths = ['/training/dashboard', '/logbook/list', '/certifications/list', '/training/shop'];

describe('a page rendered by the server', () => {
  it('contains its content, no token, and is stored by no cache', async () => {
    const page = await openPage({ signedInAs: diver.email });
    const [header = '', , signature = ''] = (await mintToken(diver.email)).split('.');
    const cookies = await page.context().cookies();
    for (const path of renderedPaths) {
      const response = await page.request.get(path);
      const html = await response.text();
      expect(html, path).toContain('Lindqvist');
      expect(response.headers()['cache-control'], path).toBe('private, no-store');
      // The header of all tokens is the same, so no other token is there either.
      expect(html.includes(header), path).toBe(false);
      expect(html.includes(signature), path).toBe(false);
      for (const { name, value } of cookies.filter((cookie) => cookie.httpOnly))
        expect(html.includes(value), `${name} in ${path}`).toBe(false);
    }
  });

  it('loads scripts after the first paint, with the one inline script that the policy allows', async () => {
    const page = await openPage();
    const response = await page.request.get('/verify');
    const html = await response.text();
    const inline = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(response.headers()['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(html).not.toContain('<script type="module"');
    await visit(page, '/verify');
    await page.locator('#root:not([aria-busy])').waitFor();
    const [paint, scripts] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
    ]);
    expect(scripts.length).toBeGreaterThan(3);
    expect(Math.min(...scripts.map(({ startTime }) => startTime))).toBeGreaterThan(paint);
  });

  it('is compressed, unless another origin requests it', async () => {
    const page = await openPage({ signedInAs: diver.email });
    const getEncoding = async (site: string) =>
      (await page.request.get('/logbook/list', { headers: { 'sec-fetch-site': site } })).headers()['content-encoding'];
    expect(await getEncoding('same-origin')).toBeDefined();
    expect(await getEncoding('cross-site')).toBeUndefined();
    // The host of third-party courses belongs to the same site, so its requests have the session's cookie.
    expect(await getEncoding('same-site')).toBeUndefined();
  });

  it('redirects people who are not signed in before anything is rendered', async () => {
    const page = await openPage();
    const response = await page.request.get('/training/dashboard', { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers()['location']).toBe('/auth/start?returnTo=%2Ftraining%2Fdashboard');
  });

  it('has no personal data for the service worker', async () => {
    const page = await openPage({ signedInAs: diver.email });
    const response = await page.request.get('/certifications/list', { headers: { 'x-page': 'empty' } });
    expect(await response.text()).not.toContain('Lindqvist');
  });

  it('is never mixed with the page of another person', async () => {
    const pages = await Promise.all(people.map(({ email }) => openPage({ signedInAs: email })));
    expect(await findMixedPages(pages, '/training/dashboard', 25)).toEqual([]);
  });

  it('is not shown after a sign-out by the back button', async () => {
    const page = await openPage();
    await authenticateContext(page.context(), 'sign-in', { ...diver, email: 'candidate@demo.test' });
    await visit(page, '/training/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await visit(page, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    await page.goBack();
    await page.locator('input[name=password]').waitFor();
    expect(await countWhenLoaded(page.locator('[data-part=user-menu]'))).toBe(0);
    expect(await page.content()).not.toContain('affiliate_id');
  });

  it('is hidden and followed by sign-in when a browser restores it from memory after a sign-out', async () => {
    // Live updates, which also end the page, start when it is used.
    const page = await openPage({ isUntouched: true });
    await authenticateContext(page.context(), 'sign-in', { ...diver, email: 'candidate@demo.test' });
    await visit(page, '/training/dashboard');
    await page.locator('#root:not([aria-busy])').waitFor();
    await page.context().clearCookies();
    const isHidden = await page.evaluate(() => {
      // Chromium keeps no page in memory that must not be stored. Other browsers do.
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.body.hidden;
    });
    expect(isHidden).toBe(true);
    await page.locator('input[name=password]').waitFor();
    expect(await countWhenLoaded(page.locator('[data-part=user-menu]'))).toBe(0);
  });

  it('signs in with what was typed and pressed before its scripts were loaded', async () => {
    const page = await openPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    const release = await holdScripts(page);
    await visit(page, '/login/sign-in');
    await page.waitForFunction((account) => {
      for (const [name, value] of Object.entries(account)) {
        const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
        if (field) field.value = value;
      }
      const button = document.querySelector<HTMLButtonElement>('form button[type=submit]');
      button?.click();
      return button !== null;
    }, diver);
    release();
    await page.waitForURL('**/training/dashboard');
    expect(urls.filter((url) => url.includes(diver.password))).toEqual([]);
  });

  it('applies a language that was chosen before its scripts were loaded', async () => {
    const page = await openPage();
    const release = await holdScripts(page);
    await visit(page, '/login/sign-in');
    await page.waitForFunction(() => {
      const select = document.querySelector('select');
      if (select) select.value = 'de-DE';
      return select !== null;
    });
    release();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  });
});

/** Holds all scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}
