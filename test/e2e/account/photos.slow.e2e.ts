import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser, removePhotos } from '#test/support/e2e/new-users.ts';
import { staff, openCrop, waitForPhotoReview, approveButton, openDesk, chooseFile } from './photos-steps.ts';

async function upload(page: Page): Promise<void> {
  await openCrop(page);
  await page.getByRole('button', { name: 'Save photo' }).click();
  await page.getByText('Pending approval').waitFor();
}

/** Queues Nora's photo before Ida's. Returns the page of Ida's guardian. */
async function queueTwoPhotos(): Promise<Page> {
  const { page } = await openPageAsNewUser();
  await visit(page, '/profile');
  await upload(page);
  const guardian = await openPage({ signedInAs: 'guardian@demo.test' });
  await visit(guardian, '/profile?for=400003');
  await expect(guardian).toShow('/profile?for=400003', 'Ida Okafor');
  await upload(guardian);
  return guardian;
}

/** Records the decisions sent to the server. */
function collectDecisions(desk: Page): string[] {
  const decisions: string[] = [];
  desk.on('request', (request) => {
    if (request.url().endsWith('/decision')) decisions.push(request.postData() ?? '');
  });
  return decisions;
}

// The demo has photos to review.
beforeAll(removePhotos);

afterEach(async () => {
  await runSql("update person set language = 'en-US' where email = $1", [staff]);
  await removePhotos();
});

describe('photo', () => {
  it('is rejected before upload when it is too large, animated or not an image', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await page.getByRole('heading', { level: 1, name: 'Nora Fjord' }).waitFor();
    await chooseFile(page, 'large.jpg', 'image/jpeg', Buffer.alloc(5_000_000));
    await page
      .getByText('The photo exceeds 4.5MB. Please upload a photo with a smaller size.', { exact: true })
      .waitFor();
    await chooseFile(page, 'moves.gif', 'image/gif', Buffer.from('GIF89a'));
    await page.getByText('This file isn’t a JPG or PNG.').waitFor();
    await chooseFile(page, 'disguised.png', 'image/png', Buffer.from('not a picture at all'));
    await page.getByText('This file is damaged, so we can’t open it.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it("shows the server's reason for a rejection", async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    await visit(page, '/profile');
    const tiny = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#080' } })
      .png()
      .toBuffer();
    await page.getByRole('heading', { level: 1, name: 'Nora Fjord' }).waitFor();
    await chooseFile(page, 'tiny.png', 'image/png', tiny);
    await page.getByRole('button', { name: 'Save photo', disabled: false }).click();
    await page.getByText('Photos must be at least 100 pixels on each side').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('photo desk', () => {
  it('works by keyboard, opens the next photo and rejects with a reason', async () => {
    const guardian = await queueTwoPhotos();
    const desk = await openDesk();
    const waitForPhoto = (name: string) => desk.getByRole('img', { name: `Photo of ${name}` }).waitFor();
    await waitForPhoto('Nora Fjord');
    await desk.keyboard.press('ArrowDown');
    await waitForPhoto('Ida Okafor');
    expect(await desk.getByRole('option', { name: /Ida Okafor/ }).textContent()).toContain('Minor');
    await desk.keyboard.press('ArrowUp');
    await waitForPhotoReview(desk, 'Nora Fjord');
    await desk.keyboard.press('a');
    await waitForPhotoReview(desk, 'Ida Okafor');

    await desk.keyboard.press('r');
    const dialog = desk.getByRole('dialog', { name: 'Reject Ida Okafor’s photo?' });
    await dialog.getByRole('button', { name: 'Reject photo' }).click();
    await dialog.getByText('Enter a reason or choose one above').waitFor();
    await checkAppearance(desk);
    await dialog.getByRole('button', { name: 'Too dark' }).click();
    await dialog.getByRole('button', { name: 'Reject photo' }).click();
    await desk.getByText('No photos to review').waitFor();

    await guardian.reload();
    await guardian.getByText('Not approved').waitFor();
    await guardian.getByText('The photo is too dark.').waitFor();
    await checkAppearance(guardian);
  });

  it('decides once when a key is held down', async () => {
    await queueTwoPhotos();
    const desk = await openDesk();
    const decisions = collectDecisions(desk);
    await waitForPhotoReview(desk, 'Nora Fjord');
    await desk.keyboard.down('a');
    await waitForPhotoReview(desk, 'Ida Okafor');
    for (let count = 0; count < 5; count++) await desk.keyboard.down('a');
    await desk.keyboard.up('a');
    await desk.keyboard.press('r');
    await desk.getByRole('dialog', { name: 'Reject Ida Okafor’s photo?' }).waitFor();
    expect(decisions).toHaveLength(1);
  });

  it('never decides on a photo that was not shown', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await upload(page);
    const desk = await openPage({ signedInAs: staff });
    const decisions = collectDecisions(desk);
    const hold = Promise.withResolvers<void>();
    await desk.route('**/photos/getphoto', async (route) => {
      await hold.promise;
      await route.continue();
    });
    await visit(desk, '/desk/photos');
    await desk.getByRole('heading', { level: 2, name: 'Nora Fjord' }).waitFor();
    await desk.keyboard.press('a');
    await desk.keyboard.press('r');
    for (const name of ['Approve', 'Reject']) {
      const button = desk.getByRole('button', { name });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.click({ force: true });
    }
    expect(await desk.getByRole('dialog').count()).toBe(0);
    hold.resolve();
    await waitForPhotoReview(desk, 'Nora Fjord');
    expect(decisions).toEqual([]);
    await approveButton(desk).click();
    await desk.getByText('No photos to review').waitFor();
  });

  it('closes the rejection of a deleted photo and opens the next photo on request', async () => {
    await queueTwoPhotos();
    const desk = await openPage({ signedInAs: staff, isLeftBehind: true });
    await desk.clock.install();
    await visit(desk, '/desk/photos');
    const decisions = collectDecisions(desk);
    await waitForPhotoReview(desk, 'Nora Fjord');
    await desk.keyboard.press('r');
    const dialog = desk.getByRole('dialog', { name: 'Reject Nora Fjord’s photo?' });
    await dialog.getByRole('button', { name: 'Too dark' }).click();
    await runSql("delete from person_photo where status = 'pending' and affiliate_id <> 400003");
    const notice = desk.getByRole('alert').getByText('Nora Fjord’s photo is no longer in the queue');
    // The desk polls 30 s after its last response; a request in progress restarts that time.
    const isNoticeShown = async () => {
      await desk.clock.fastForward('00:31');
      return notice.isVisible();
    };
    await expect.poll(isNoticeShown, { interval: 1_000 }).toBe(true);
    expect(await desk.getByRole('dialog').count()).toBe(0);
    await desk.getByRole('option', { name: /Ida Okafor/, selected: false }).waitFor();
    await checkAppearance(desk);
    await expect.poll(() => desk.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await desk.keyboard.press('a');
    await desk.keyboard.press('r');
    expect(await desk.getByRole('heading', { level: 2 }).count()).toBe(0);

    await desk.getByRole('button', { name: 'Open next photo' }).click();
    await waitForPhotoReview(desk, 'Ida Okafor');
    expect(await desk.getByText('no longer in the queue').count()).toBe(0);
    expect(decisions).toEqual([]);
    await desk.getByRole('option', { name: /Ida Okafor/, selected: true }).waitFor();
  });

  it('reports a photo that someone else decided first', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await upload(page);
    const desk = await openPage({ signedInAs: staff, expectedProblems: [/status of 409/] });
    // Without live events, both clerks still see the photo.
    await desk.routeWebSocket(/.*/, () => undefined);
    await visit(desk, '/desk/photos');
    await waitForPhotoReview(desk, 'Nora Fjord');
    const other = await openDesk();
    await waitForPhotoReview(other, 'Nora Fjord');
    await approveButton(other).click();
    await other.getByText('No photos to review').waitFor();
    const answer = desk.waitForResponse('**/decision');
    await approveButton(desk).click();
    expect((await answer).status()).toBe(409);
    await desk.getByText('No photos to review').waitFor();
    await desk.getByRole('alert').getByText('Nora Fjord’s photo is no longer in the queue').waitFor();
    await desk
      .locator('[data-part=decided-by]')
      .getByText(/Priya Raman.*Approved .*photo$/)
      .waitFor();
  });
});
