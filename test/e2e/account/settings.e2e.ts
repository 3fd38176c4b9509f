import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { getLanguageName, type Locale } from '#platform/shared/locale.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const person = 'diver@demo.test';
const html = (page: Page) => page.locator('html');

afterEach(async () => {
  await runSql("update person set language = 'en-US', unit = 'Metric' where email = $1", [person]);
});

/** Open, and listening for what is chosen elsewhere. */
async function openSettings(): Promise<Page> {
  const page = await openPage({ signedInAs: person });
  const listens = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onUpdateSettings')));
  await Promise.all([listens, visit(page, '/settings')]);
  await expect(page).toShow('/settings', 'Settings');
  return page;
}

/** Of the list that opens; the footer has one of its own. */
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

const saved = (page: Page) => page.locator('main section .saved');

describe('the language', () => {
  it('changes at once, here and on another device, without losing the page', async () => {
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

  it('is brought for the open page alone, and for one that was visited when it is opened again', async () => {
    const page = await openPage({ signedInAs: person });
    await visit(page, '/logbook/list');
    await expect(page).toShow('/logbook/list', 'Logbook');
    const side = page.locator('nav.side');
    for (const path of ['/club', '/training/shop', '/settings']) {
      await page.locator(`nav.side a[href="${path}"]`).click();
      await page.locator(`nav.side a[href="${path}"][aria-current=page]`).waitFor();
      await page.locator('main h1').waitFor();
    }
    const asked = new Set<string>();
    page.on('request', (request) => {
      const [, file] = /\/messages-\w+\/(.+)\.js$/.exec(request.url()) ?? [];
      if (file !== undefined) asked.add(file);
    });
    await chooseLanguage(page, 'en-US', 'de-DE');
    await expect.poll(() => html(page).getAttribute('lang')).toBe('de-DE');
    await saved(page).waitFor();
    expect([...asked].toSorted()).toEqual(['account.de-DE', 'shell.de-DE']);
    asked.clear();
    await side.locator('a[href="/logbook"]').click();
    await expect(page).toShow('/logbook/list', 'Logbuch');
    expect([...asked]).toEqual(['logbook.de-DE']);
    await page.goBack();
    await expect(page).toShow('/settings', 'Einstellungen');
    await page.goBack();
    await page.locator('main h1', { hasText: 'Shop' }).waitFor();
    await expect.poll(() => [...asked]).toEqual(['logbook.de-DE', 'shop.de-DE']);
  });

  it('is one of 28, each by its own name, found by its first letters', async () => {
    const page = await openSettings();
    const choice = page.locator('main').getByRole('button', { name: 'English (US)' });
    await choice.click();
    expect(await options(page).count()).toBe(28);
    await page.keyboard.type('suo');
    await page.keyboard.press('Enter');
    await expect.poll(() => html(page).getAttribute('lang')).toBe('fi-FI');
  });

  it('that was chosen elsewhere holds on a page that was in it already, for a visit', async () => {
    const there = await openPage({ signedInAs: person });
    await visit(there, '/unsubscribed/de-DE');
    await there.locator('html[lang=de-DE] main h1').waitFor();
    const listens = there.waitForEvent('websocket').then(async (socket) => {
      await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onUpdateSettings'));
      return socket;
    });
    await there.locator('main a[href="/preferences/subscriber"]').click();
    await there.locator('html[lang=en-US] main h1').waitFor();
    const socket = await listens;
    await there.goBack();
    await there.locator('html[lang=de-DE] main h1').waitFor();

    const told = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('de-DE'));
    await chooseLanguage(await openSettings(), 'en-US', 'de-DE');
    await told;
    await there.goForward();
    await there.locator('main input[name=communications]').waitFor();
    expect(await html(there).getAttribute('lang')).toBe('de-DE');
  });

  it('is kept for somebody without an e-mail', async () => {
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

  it('goes back to what it was when the server does not keep it', async () => {
    const page = await openPage({ signedInAs: person, expectedProblems: [/status of 503|503 http/] });
    await visit(page, '/settings');
    await expect(page).toShow('/settings', 'Settings');
    await page.route('**/user/update/language/*', (route) => route.fulfill({ status: 503, json: failed }));
    await chooseLanguage(page, 'en-US', 'de-DE');
    await page.getByText('Something went wrong. Please try again.').waitFor();
    await expect.poll(() => html(page).getAttribute('lang')).toBe('en-US');
    expect(await saved(page).count()).toBe(0);
  });
});

const failed = { errors: [{ code: 'server.failed', message: 'it broke' }], correlationId: 'test-0003' };

describe('the units', () => {
  const metric = ['18m', '12°C', '200bar'];
  const imperial = ['60ft', '54°F', '3,000psi'];
  const shown = (page: Page) => page.locator('main .stat .v').allInnerTexts();

  it('change at once, here and on another device', async () => {
    const here = await openSettings();
    const there = await openSettings();
    expect(await shown(here)).toEqual(metric);
    await here.getByRole('radio', { name: 'Imperial' }).check();
    for (const page of [here, there]) {
      await expect.poll(() => shown(page)).toEqual(imperial);
      expect(await page.getByRole('radio', { name: 'Imperial' }).isChecked()).toBe(true);
    }
    await saved(here).waitFor();
    await there.getByRole('radio', { name: 'Metric' }).check();
    for (const page of [here, there]) await expect.poll(() => shown(page)).toEqual(metric);
    await saved(there).waitFor();
    await here.reload();
    await expect.poll(() => shown(here)).toEqual(metric);
  });

  it('go back to what they were when the server does not keep them', async () => {
    const page = await openPage({ signedInAs: person, expectedProblems: [/status of 503|503 http/] });
    await visit(page, '/settings');
    await expect.poll(() => shown(page)).toEqual(metric);
    await page.route('**/api/graphql', (route) =>
      route.request().postData()?.includes('upsertUnit')
        ? route.fulfill({ status: 503, json: failed })
        : route.continue(),
    );
    await page.getByRole('radio', { name: 'Imperial' }).click();
    await page.getByText('Something went wrong. Please try again.').waitFor();
    expect(await shown(page)).toEqual(metric);
    expect(await page.getByRole('radio', { name: 'Metric' }).isChecked()).toBe(true);
  });
});

describe('the theme', () => {
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  /** What the browser paints its own frame with. */
  const frame = (page: Page) =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
          ({ media }) => matchMedia(media).matches,
        )?.content,
    );
  const light = 'rgb(244, 247, 246)';
  const dark = 'rgb(7, 22, 26)';

  it('is the system’s until one is chosen, and stays after a reload', async () => {
    const page = await openSettings();
    expect([await ground(page), await frame(page)]).toEqual([light, '#ffffff']);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([await ground(page), await frame(page)]).toEqual([dark, '#0d2126']);
    await page.getByRole('radio', { name: 'Light' }).check();
    expect([await ground(page), await frame(page)]).toEqual([light, '#ffffff']);
    await page.reload();
    await expect(page).toShow('/settings', 'Settings');
    expect([await ground(page), await frame(page)]).toEqual([light, '#ffffff']);
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect([await ground(page), await frame(page)]).toEqual([dark, '#0d2126']);
    await page.getByRole('radio', { name: 'System' }).check();
    expect([await ground(page), await frame(page)]).toEqual([light, '#ffffff']);
  });
});

describe('the list of languages', () => {
  it('names all of them, without a fault that axe finds', async () => {
    const page = await openSettings();
    await page.locator('main').getByRole('button', { name: 'English (US)' }).click();
    await expectNoAxeViolations(page);
    expect(await options(page).count()).toBe(28);
  });
});
