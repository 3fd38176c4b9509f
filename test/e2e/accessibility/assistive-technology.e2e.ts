import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { recordAnnouncements } from '#test/support/e2e/announcements.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const diver = 'diver@demo.test';
const lesson = '/training/content/demo-reading-the-water?lesson=water/waves';

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver, ...options });
  await stand(page, address);
  return page;
}

async function stand(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
}

const styleOf = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const focusIsIn = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));

/** Somebody new with two things in the basket. */
async function openShopper(options: PageOptions = {}): Promise<Page> {
  const { page, email } = await openPageAsNewUser(options);
  await runSql("update person set country = 'US' where email = $1", [email]);
  const call = await createApiCaller(page, 'shop');
  for (const productId of [4001, 4006])
    await call('POST', 'basket/lines', { lineId: crypto.randomUUID(), productId, quantity: 1 });
  return page;
}

describe('with colours that a person has chosen for everything', () => {
  async function openForced(address: string, options: PageOptions = {}): Promise<Page> {
    const page = await open(address, options);
    await page.emulateMedia({ forcedColors: 'active' });
    return page;
  }

  it('a box that is ticked has a tick, and one that is not has none', async () => {
    const page = await openForced('/preferences/subscriber');
    const tick = (selector: string) => styleOf(page.locator(`${selector} > svg`).first(), 'visibility');
    await page.locator('.box input').first().setChecked(true);
    await page.locator('.box input').nth(1).setChecked(false);
    expect([await tick('.box:has(:checked)'), await tick('.box:not(:has(:checked))')]).toEqual(['visible', 'hidden']);
  });

  it('progress is seen, and how far it is', async () => {
    const page = await openForced('/training/performance/open-water');
    const bar = page.locator('.progress').first();
    expect(await styleOf(bar, 'border-top-style')).toBe('solid');
    await bar.evaluate((element: HTMLProgressElement) => (element.value = element.max / 2));
    const { data, info } = await sharp(await bar.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (share: number) => {
      const start = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * info.channels;
      return [...data.subarray(start, start + 3)];
    };
    expect(colourAt(0.25)).not.toEqual(colourAt(0.75));
  });

  it('one sees which page and which tab is open, and what has the focus', async () => {
    const page = await openForced('/training/forms-applications', { signedInAs: 'instructor@demo.test' });
    expect(await styleOf(page.locator('.side a[aria-current]'), 'text-decoration-line')).toBe('underline');
    const line = (tab: Locator) => styleOf(tab, 'border-block-end-color');
    const ground = await styleOf(page.locator('body'), 'background-color');
    expect(await line(page.locator('.tabs > [aria-current]'))).not.toBe(ground);
    expect(await line(page.locator('.tabs > :not([aria-current])').first())).toBe(ground);
    await page.keyboard.press('Tab');
    expect(await styleOf(page.locator(':focus'), 'outline-style')).toBe('solid');
  });

  it('one sees which row is open beside the list', async () => {
    const page = await openForced('/desk/people/400003?search=okafor', { signedInAs: 'staff@demo.test' });
    const first = page.locator('.desk-table tr:is([aria-selected=true], .current) td:first-child');
    await expect.poll(() => styleOf(first, 'border-inline-start-width')).toBe('6px');
  });
});

describe('for whom movement is unpleasant', () => {
  /** How long anything on the page takes to move, in seconds, and whether it scrolls by itself. */
  const movements = (page: Page) =>
    page.evaluate(() => {
      const seconds = (list: string) => Math.max(...list.split(',').map((each) => Number.parseFloat(each)));
      const styles = [...document.querySelectorAll('*')].flatMap((element) =>
        [undefined, '::before', '::after'].map((part) => getComputedStyle(element, part)),
      );
      const isMoving = (style: CSSStyleDeclaration) =>
        seconds(style.transitionDuration) > 0.01 ||
        (style.animationName !== 'none' && seconds(style.animationDuration) > 0.01) ||
        style.scrollBehavior === 'smooth';
      return styles.filter(isMoving).length;
    });

  it('nothing moves: neither cards that turn, nor drawers, nor what is still loading', async () => {
    const page = await open('/certifications/ecard/20471101');
    expect(await movements(page)).toBe(0);
    await page.locator('.top-end .icon-btn').first().click();
    await page.locator('.drawer').waitFor();
    expect(await movements(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await movements(page)).toBeGreaterThan(0);
  });

  it('no film begins by itself', async () => {
    const page = await open(lesson, { hasMotion: true });
    const film = page.locator('video');
    await film.waitFor();
    const state = await film.evaluate((video: HTMLVideoElement) => [video.autoplay, video.paused, video.controls]);
    expect(state).toEqual([false, true, true]);
  });
});

describe('the focus is never lost', () => {
  it('after a change of page it is on its title, though the title comes twice', async () => {
    const page = await open('/training/performance');
    await page.locator('main a[href$="/performance/open-water"]').first().click();
    await page.waitForURL('**/performance/open-water');
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
    await expect.poll(() => isFocused(page.locator('main h1'))).toBe(true);
  });

  it('after a drawer or a dialog it is on what opened it', async () => {
    const page = await open('/certifications/list');
    for (const opener of [page.locator('.top-end .icon-btn').first(), page.locator('.sec-head .btn').last()]) {
      await opener.click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(opener)).toBe(true);
    }
  });

  it('after a row was removed it is in the next one, and after the last one on a title', async () => {
    const page = await openShopper();
    await stand(page, '/training/shop/basket');
    const remove = page.getByRole('button', { name: /^Take .* out$/ });
    await expect.poll(() => remove.count()).toBe(2);
    await remove.first().press('Enter');
    await expect.poll(() => remove.count()).toBe(1);
    await expect.poll(() => focusIsIn(page.locator('main'))).toBe(true);
    await remove.first().press('Enter');
    await expect.poll(() => remove.count()).toBe(0);
    await expect.poll(() => focusIsIn(page.locator('main'))).toBe(true);
  });

  it('after something wrong was sent it is in the first wrong field, and what is wrong is heard', async () => {
    const page = await openShopper();
    await stand(page, '/training/shop/checkout');
    const heard = await recordAnnouncements(page);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect.poll(() => isFocused(page.getByLabel('Street and number'))).toBe(true);
    await expect.poll(heard).toContain('Enter the street and number.');
  });

  it('after more was shown it is in the first new row', async () => {
    onTestFinished(async () => void (await runSql("delete from audit_entry where action = 'further.deed'")));
    await runSql(`insert into audit_entry (seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
      select 910000000 + n, now(), 400008, 'further.deed', 'further', '{}', 'further', '', md5('f' || n) from generate_series(1, 60) n`);
    const page = await open('/desk/audit?action=further', { signedInAs: 'staff@demo.test' });
    const rows = page.locator('.trail-rows ol > li');
    const older = page.getByRole('button', { name: 'Load older' });
    await older.waitFor();
    const known = await rows.count();
    await older.press('Enter');
    await expect.poll(() => rows.count()).toBe(60);
    await expect.poll(() => focusIsIn(rows.nth(known))).toBe(true);
  });
});

describe('is told by a screen reader, without being asked,', () => {
  it('what was done, and that the network is gone', async () => {
    const page = await openShopper({ losesNetwork: true });
    await stand(page, '/training/shop/basket');
    const heard = await recordAnnouncements(page);
    await page
      .getByRole('button', { name: /^Take .* out$/ })
      .first()
      .press('Enter');
    await expect.poll(heard).toContain('is out of your basket.');
    await page.context().setOffline(true);
    await page.locator('.banner.offline').waitFor();
    const banner = await page.locator('.banner.offline').innerText();
    await expect.poll(heard).toContain(banner.trim());
    await page.evaluate(() => fetch('/api/graphql').catch(() => undefined));
  });

  it('how much a search has found', async () => {
    const page = await open('/logbook/list');
    const heard = await recordAnnouncements(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search your dives').fill('lumpsucker');
    await expect.poll(heard).toMatch(/\d+ dives?/);
  });

  it('whether an answer is right, and that it was saved', async () => {
    const { page } = await openPageAsNewUser();
    await stand(page, lesson);
    const heard = await recordAnnouncements(page);
    await page.locator('.answer', { hasText: 'carries the ball steadily' }).click();
    await expect.poll(heard).toContain('The swell itself passes on below the ball.');
    await page.locator('.answer', { hasText: 'in a circle' }).click();
    await expect.poll(heard).toMatch(/Saved \d/);
  });
});

describe('without drawing and dragging', () => {
  it('a signature is typed, and a part of a picture is chosen by keys and a slider', async () => {
    const { page } = await openPageAsNewUser();
    await stand(page, '/training/medical-form');
    await page.locator('#signature').waitFor();
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByRole('textbox', { name: 'Your full name' }).waitFor();

    await stand(page, '/profile');
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#486' } });
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('slider', { name: /\S/ }).waitFor();
    expect(await dialog.getByRole('group', { name: /arrow/i }).count()).toBe(1);
  });

  it('steps are put in order by buttons, each named by its step', async () => {
    const { page } = await openPageAsNewUser();
    await stand(page, lesson.replace('waves', 'visibility'));
    const second = page.locator('.order-row').nth(1);
    const words = await second.getByRole('button', { name: / up$/ }).getAttribute('aria-label');
    await second.getByRole('button', { name: / up$/ }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: words ?? '' }).count()).toBe(1);
  });
});
