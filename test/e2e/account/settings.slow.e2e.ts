import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { getLanguageName, type Locale } from '#platform/shared/locale.ts';
import '#test/support/e2e/expect-page.ts';

const person = 'diver@demo.test';
const html = (page: Page) => page.locator('html');

/** Opens the settings and resolves once the page has subscribed to changes. */
async function openSettings(): Promise<Page> {
  const page = await openPage({ signedInAs: person });
  const subscription = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onUpdateSettings')));
  await Promise.all([subscription, visit(page, '/settings')]);
  await expect(page).toShow('/settings', 'Settings');
  return page;
}

/** The options of the open list; the footer has another list. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

async function chooseLanguage(page: Page, from: Locale, to: Locale): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: getLanguageName(from) })
    .click();
  await options(page)
    .filter({ hasText: getLanguageName(to) })
    .click();
}

const saved = (page: Page) => page.locator('main section [data-part=save-state]');

afterEach(async () => {
  await runSql("update person set language = 'en-US', unit = 'Metric' where email = $1", [person]);
});

describe('language', () => {
  it('loads messages for the open page, and for others when they are opened', async () => {
    const page = await openPage({ signedInAs: person });
    await visit(page, '/logbook/list');
    await expect(page).toShow('/logbook/list', 'Logbook');
    const sidebar = page.locator('[data-part=sidebar]');
    for (const path of ['/club', '/training/shop', '/settings']) {
      await page.locator(`[data-part=sidebar] a[href="${path}"]`).click();
      await page.locator(`[data-part=sidebar] a[href="${path}"][aria-current=page]`).waitFor();
      await page.locator('main h1').waitFor();
    }
    const requested = new Set<string>();
    page.on('request', (request) => {
      const [, file] = /\/messages-\w+\/(.+)\.json$/.exec(request.url()) ?? [];
      if (file !== undefined) requested.add(file);
    });
    await chooseLanguage(page, 'en-US', 'de-DE');
    await expect.poll(() => html(page).getAttribute('lang')).toBe('de-DE');
    await saved(page).waitFor();
    expect([...requested].toSorted()).toEqual(['account.de-DE', 'shell.de-DE']);
    requested.clear();
    await sidebar.locator('a[href="/logbook"]').click();
    await expect(page).toShow('/logbook/list', 'Logbuch');
    expect([...requested]).toEqual(['logbook.de-DE']);
    await page.goBack();
    await expect(page).toShow('/settings', 'Einstellungen');
    await page.goBack();
    await page.locator('main h1', { hasText: 'Shop' }).waitFor();
    await expect.poll(() => [...requested]).toEqual(['logbook.de-DE', 'shop.de-DE']);
  });

  it('applies a choice from another device after returning from a page in another language', async () => {
    const there = await openPage({ signedInAs: person });
    await visit(there, '/unsubscribed/de-DE');
    await there.locator('html[lang=de-DE] main h1').waitFor();
    const subscription = there.waitForEvent('websocket').then(async (socket) => {
      await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onUpdateSettings'));
      return socket;
    });
    await there.locator('main a[href="/preferences/subscriber"]').click();
    await there.locator('html[lang=en-US] main h1').waitFor();
    const socket = await subscription;
    await there.goBack();
    await there.locator('html[lang=de-DE] main h1').waitFor();

    const updateReceived = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('de-DE'));
    await chooseLanguage(await openSettings(), 'en-US', 'de-DE');
    await updateReceived;
    await there.goForward();
    await there.locator('main input[name=communications]').waitFor();
    expect(await html(there).getAttribute('lang')).toBe('de-DE');
  });

  it('is stored for a person without email', async () => {
    const { page, email } = await openPageAsNewUser();
    const [row] = await runSql<{ affiliate_id: string }>(
      'update person set email = null where email = $1 returning affiliate_id',
      [email],
    );
    await visit(page, '/settings');
    await expect(page).toShow('/settings', 'Settings');
    await chooseLanguage(page, 'en-US', 'de-DE');
    await saved(page).waitFor();
    expect(await runSql('select language from person where affiliate_id = $1', [row?.affiliate_id])).toEqual([
      { language: 'de-DE' },
    ]);
  });

  it('reverts when the server fails', async () => {
    const page = await openPage({ signedInAs: person, expectedProblems: [/status of 503|503 http/] });
    await visit(page, '/settings');
    await expect(page).toShow('/settings', 'Settings');
    await page.route('**/user/update/language/*', (route) => route.fulfill({ status: 503, json: failed }));
    await chooseLanguage(page, 'en-US', 'de-DE');
    await page.getByText('Something went wrong. Please try again.').waitFor();
    await expect.poll(() => html(page).getAttribute('lang')).toBe('en-US');
    expect(await saved(page).count()).toBe(0);
  });

  it('changes here and on another device without a reload', async () => {
    const here = await openSettings();
    const there = await openSettings();
    for (const page of [here, there]) await page.evaluate(() => document.body.setAttribute('data-was-here', ''));
    await chooseLanguage(here, 'en-US', 'ar-SA');
    for (const page of [here, there]) {
      await expect.poll(() => html(page).getAttribute('dir')).toBe('rtl');
      expect(await html(page).getAttribute('lang')).toBe('ar-SA');
      expect(await page.locator('body').getAttribute('data-was-here')).toBe('');
    }
    await saved(here).waitFor();
    expect(await saved(there).count()).toBe(0);
    await chooseLanguage(there, 'ar-SA', 'de-DE');
    await expect.poll(() => html(here).getAttribute('lang')).toBe('de-DE');
    await here.reload();
    await expect.poll(() => html(here).getAttribute('lang')).toBe('de-DE');
  });

  it('is one of 28, listed by their own names and found by typing', async () => {
    const page = await openSettings();
    const choice = page.locator('main').getByRole('button', { name: 'English' });
    await choice.click();
    expect(await options(page).count()).toBe(28);
    await page.keyboard.type('suo');
    await page.keyboard.press('Enter');
    await expect.poll(() => html(page).getAttribute('lang')).toBe('fi-FI');
  });
});

const failed = { errors: [{ code: 'server.failed', message: 'request failed' }], correlationId: 'test-0003' };

describe('units', () => {
  const metric = ['18m', '12°C', '200bar'];
  const imperial = ['60ft', '54°F', '3,000psi'];
  const readExamples = (page: Page) => page.locator('main [data-part=value]').allInnerTexts();

  it('revert when the server fails', async () => {
    const page = await openPage({ signedInAs: person, expectedProblems: [/status of 503|503 http/] });
    await visit(page, '/settings');
    await expect.poll(() => readExamples(page)).toEqual(metric);
    await page.route('**/api/graphql', (route) =>
      route.request().postData()?.includes('upsertUnit')
        ? route.fulfill({ status: 503, json: failed })
        : route.continue(),
    );
    await page.getByRole('radio', { name: 'Imperial' }).click();
    await page.getByText('Something went wrong. Please try again.').waitFor();
    expect(await readExamples(page)).toEqual(metric);
    expect(await page.getByRole('radio', { name: 'Metric' }).isChecked()).toBe(true);
  });

  it('change here and on another device', async () => {
    const here = await openSettings();
    const there = await openSettings();
    expect(await readExamples(here)).toEqual(metric);
    await here.getByRole('radio', { name: 'Imperial' }).check();
    for (const page of [here, there]) {
      await expect.poll(() => readExamples(page)).toEqual(imperial);
      expect(await page.getByRole('radio', { name: 'Imperial' }).isChecked()).toBe(true);
    }
    await saved(here).waitFor();
    await there.getByRole('radio', { name: 'Metric' }).check();
    for (const page of [here, there]) await expect.poll(() => readExamples(page)).toEqual(metric);
    await saved(there).waitFor();
    await here.reload();
    await expect.poll(() => readExamples(here)).toEqual(metric);
  });
});

describe('theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  const readThemeColor = (page: Page) =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
          ({ media }) => matchMedia(media).matches,
        )?.content,
    );

  const light = 'rgb(244, 247, 246)';
  const dark = 'rgb(7, 22, 26)';

  it('follows the system until one is chosen, and survives a reload', async () => {
    const page = await openSettings();
    expect([await background(page), await readThemeColor(page)]).toEqual([light, '#ffffff']);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([await background(page), await readThemeColor(page)]).toEqual([dark, '#0d2126']);
    await page.getByRole('radio', { name: 'Light' }).check();
    expect([await background(page), await readThemeColor(page)]).toEqual([light, '#ffffff']);
    await page.reload();
    await expect(page).toShow('/settings', 'Settings');
    expect([await background(page), await readThemeColor(page)]).toEqual([light, '#ffffff']);
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect([await background(page), await readThemeColor(page)]).toEqual([dark, '#0d2126']);
    await page.getByRole('radio', { name: 'System' }).check();
    expect([await background(page), await readThemeColor(page)]).toEqual([light, '#ffffff']);
  });
});

describe('list of languages', () => {
  it('lists all languages without axe violations', async () => {
    const page = await openSettings();
    await page.locator('main').getByRole('button', { name: 'English' }).click();
    await expectNoAxeViolations(page);
    expect(await options(page).count()).toBe(28);
  });
});
