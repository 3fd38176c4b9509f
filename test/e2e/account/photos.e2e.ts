import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser, removePhotos } from '#test/support/e2e/new-users.ts';
import { staff, openCrop, waitForPhotoReview, approveButton, openDesk } from './photos-steps.ts';

/** The RGB color in the middle of the displayed photo. */
async function readMiddleColor(page: Page): Promise<number[]> {
  const picture = page.locator('[data-part=photo] img');
  await picture.waitFor();
  const shot = await picture.screenshot();
  const { data } = await sharp(shot).extract({ left: 60, top: 60, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return [...data].map((value) => (value > 128 ? 255 : 0));
}

afterEach(async () => {
  await runSql("update person set language = 'en-US' where email = $1", [staff]);
  await removePhotos();
});

describe('photo', () => {
  it('is chosen, cropped, approved at the desk and shown as approved', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await openCrop(page);
    await checkAppearance(page);
    // Arrow keys move the crop to the right edge.
    await page.getByRole('group', { name: /Move it with the arrow keys/ }).focus();
    for (let count = 0; count < 40; count++) await page.keyboard.press('ArrowLeft');
    await page.getByRole('slider', { name: 'Zoom' }).fill('2');
    await page.getByRole('button', { name: 'Save photo' }).click();
    await page.getByText('Pending approval').waitFor();
    expect(await readMiddleColor(page)).toEqual([0, 0, 255]);

    const desk = await openDesk();
    await desk.getByRole('option', { name: /Nora Fjord/ }).click();
    await waitForPhotoReview(desk, 'Nora Fjord');
    await approveButton(desk).click();
    await desk.getByText('Nora Fjord’s photo was approved.').waitFor();
    // The demo's photos may follow in the queue.
    await desk.getByRole('option', { name: /Nora Fjord/ }).waitFor({ state: 'detached' });

    await page.reload();
    await page.getByText('Approved', { exact: true }).waitFor();
    expect(await readMiddleColor(page)).toEqual([0, 0, 255]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click();
    await page.getByText('Approved', { exact: true }).waitFor({ state: 'detached' });
    await page.locator('[data-part=photo]', { hasText: 'NF' }).waitFor();
  });
});

describe('photo desk', () => {
  it('is for staff only', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, '/desk/photos');
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
  });
});
