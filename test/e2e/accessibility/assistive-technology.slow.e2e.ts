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
  await openPath(page, address);
  return page;
}

async function openPath(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
}

const styleOf = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const focusIsIn = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));

/** A new person with two products in the basket. */
async function openShopper(options: PageOptions = {}): Promise<Page> {
  const { page, email } = await openPageAsNewUser(options);
  await runSql("update person set country = 'US' where email = $1", [email]);
  const call = await createApiCaller(page, 'shop');
  for (const productId of [4001, 4006])
    await call('POST', 'basket/lines', { lineId: crypto.randomUUID(), productId, quantity: 1 });
  return page;
}

describe('forced colors', () => {
  async function openForced(address: string, options: PageOptions = {}): Promise<Page> {
    const page = await open(address, options);
    await page.emulateMedia({ forcedColors: 'active' });
    return page;
  }

  it('shows checked and unchecked boxes', async () => {
    const page = await openForced('/preferences/subscriber');
    const tick = (selector: string) => styleOf(page.locator(`${selector} > svg`).first(), 'visibility');
    await page.locator('[data-part=box] input').first().setChecked(true);
    await page.locator('[data-part=box] input').nth(1).setChecked(false);
    expect([await tick('[data-part=box]:has(:checked)'), await tick('[data-part=box]:not(:has(:checked))')]).toEqual([
      'visible',
      'hidden',
    ]);
  });

  it('shows progress', async () => {
    const page = await openForced('/training/performance/open-water');
    const bar = page.getByRole('progressbar').first();
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

  it('shows the current page, the current tab and the focus', async () => {
    const page = await openForced('/training/forms-applications', { signedInAs: 'instructor@demo.test' });
    expect(await styleOf(page.locator('nav[aria-label] li a[aria-current]'), 'text-decoration-line')).toBe('underline');
    const line = (tab: Locator) => styleOf(tab, 'border-block-end-color');
    const background = await styleOf(page.locator('body'), 'background-color');
    expect(await line(page.locator('[data-part=tabs] > [aria-current]'))).not.toBe(background);
    expect(await line(page.locator('[data-part=tabs] > :not([aria-current])').first())).toBe(background);
    await page.keyboard.press('Tab');
    expect(await styleOf(page.locator(':focus'), 'outline-style')).toBe('solid');
  });

  it('shows the selected row of a list', async () => {
    const page = await openForced('/desk/people/400003?search=okafor', { signedInAs: 'staff@demo.test' });
    const first = page.locator('tr[data-current] td').first();
    await expect.poll(() => styleOf(first, 'border-inline-start-width')).toBe('6px');
  });
});

describe('reduced motion', () => {
  /** Counts elements that animate, transition or scroll smoothly. */
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

  it('stops card flips, drawers and loading animations', async () => {
    const page = await open('/certifications/ecard/20471101');
    expect(await movements(page)).toBe(0);
    await page.locator('[data-part=bell]').click();
    await page.locator('[data-part=drawer]').waitFor();
    expect(await movements(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await movements(page)).toBeGreaterThan(0);
  });

  it('does not autoplay videos', async () => {
    const page = await open(lesson, { hasMotion: true });
    const film = page.locator('video');
    await film.waitFor();
    const state = await film.evaluate((video: HTMLVideoElement) => [video.autoplay, video.paused, video.controls]);
    expect(state).toEqual([false, true, true]);
  });
});

describe('focus', () => {
  it('moves to the headline after navigation, also when it renders twice', async () => {
    const page = await open('/training/performance');
    await page.locator('main a[href$="/performance/open-water"]').first().click();
    await page.waitForURL('**/performance/open-water');
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
    await expect.poll(() => isFocused(page.locator('main h1'))).toBe(true);
  });

  it('returns to the opener after a drawer or dialog', async () => {
    const page = await open('/certifications/list');
    for (const opener of [
      page.locator('[data-part=bell]'),
      page.locator('[data-part=section-head] :is(a, button)').last(),
    ]) {
      await opener.click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(opener)).toBe(true);
    }
  });

  it('moves to the next row after a removal, and to a headline after the last', async () => {
    const page = await openShopper();
    await openPath(page, '/training/shop/basket');
    const remove = page.getByRole('button', { name: /^Remove / });
    await expect.poll(() => remove.count()).toBe(2);
    await remove.first().press('Enter');
    await expect.poll(() => remove.count()).toBe(1);
    await expect.poll(() => focusIsIn(page.locator('main'))).toBe(true);
    await remove.first().press('Enter');
    await expect.poll(() => remove.count()).toBe(0);
    await expect.poll(() => focusIsIn(page.locator('main'))).toBe(true);
  });

  it('moves to the first invalid field, whose error is announced', async () => {
    const page = await openShopper();
    await openPath(page, '/training/shop/checkout');
    const announcements = await recordAnnouncements(page);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect.poll(() => isFocused(page.getByLabel('Street address'))).toBe(true);
    await expect.poll(announcements).toContain('Enter a street address');
  });

  it('moves to the first new row after loading more', async () => {
    onTestFinished(async () => void (await runSql("delete from audit_entry where action = 'further.deed'")));
    await runSql(`insert into audit_entry (chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
      select 1, 1000000 + n, now(), 400008, 'further.deed', 'further', '{}', 'further', '', md5('f' || n) from generate_series(1, 60) n`);
    const page = await open('/desk/audit?action=further', { signedInAs: 'staff@demo.test' });
    const rows = page.locator('[data-part=log] ol > li');
    const older = page.getByRole('button', { name: 'Show older' });
    await older.waitFor();
    const known = await rows.count();
    await older.press('Enter');
    await expect.poll(() => rows.count()).toBe(60);
    await expect.poll(() => focusIsIn(rows.nth(known))).toBe(true);
  });
});

describe('screen reader', () => {
  it('announces actions and a lost network', async () => {
    const page = await openShopper({ losesNetwork: true });
    await openPath(page, '/training/shop/basket');
    const announcements = await recordAnnouncements(page);
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .press('Enter');
    await expect.poll(announcements).toContain('removed from your cart');
    await page.context().setOffline(true);
    await page.locator('[data-kind=offline]').waitFor();
    const banner = await page.locator('[data-kind=offline]').innerText();
    await expect.poll(announcements).toContain(banner.trim());
    await page.evaluate(() => fetch('/api/graphql').catch(() => undefined));
  });

  it('announces the number of search results', async () => {
    const page = await open('/logbook/list');
    const announcements = await recordAnnouncements(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Search your dives').fill('lumpsucker');
    await expect.poll(announcements).toMatch(/\d+ dives?/);
  });

  it('announces whether an answer is right and saved', async () => {
    const { page } = await openPageAsNewUser();
    await openPath(page, lesson);
    const announcements = await recordAnnouncements(page);
    await page.locator('[data-part="answer"]', { hasText: 'carries the ball steadily' }).click();
    await expect.poll(announcements).toContain('The swell itself passes under the ball.');
    await page.locator('[data-part="answer"]', { hasText: 'in a circle' }).click();
    await expect.poll(announcements).toMatch(/Saved \d/);
  });
});

describe('without drawing or dragging', () => {
  it('types a signature and crops a photo by keys and slider', async () => {
    const { page } = await openPageAsNewUser();
    await openPath(page, '/training/medical-form');
    await page.locator('#signature').waitFor();
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByRole('textbox', { name: 'Your full name' }).waitFor();

    await openPath(page, '/profile');
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#486' } });
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('slider', { name: /\S/ }).waitFor();
    expect(await dialog.getByRole('group', { name: /arrow/i }).count()).toBe(1);
  });

  it('reorders steps by buttons named after the step', async () => {
    const { page } = await openPageAsNewUser();
    await openPath(page, lesson.replace('waves', 'visibility'));
    const second = page.locator('[data-part="order-item"]').nth(1);
    const texts = await second.getByRole('button', { name: / up$/ }).getAttribute('aria-label');
    await second.getByRole('button', { name: / up$/ }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: texts ?? '' }).count()).toBe(1);
  });
});
