import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';

export const staff = 'staff@demo.test';

/** The left half is red and the right half blue, which shows the cropped part. */
async function drawPhoto(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 1200, height: 600, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 600, top: 0 }])
    .jpeg()
    .toBuffer();
}

export async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]:not([capture])').setInputFiles({ name, mimeType, buffer });
}

export async function openCrop(page: Page): Promise<void> {
  await chooseFile(page, 'me.jpg', 'image/jpeg', await drawPhoto());
  await page.getByRole('dialog', { name: 'Crop photo' }).waitFor();
  await page.getByRole('button', { name: 'Save photo', disabled: false }).waitFor();
}

/** Resolves once the photo is displayed and selected. */
export async function waitForPhotoReview(desk: Page, name: string): Promise<void> {
  await desk.getByRole('img', { name: `Photo of ${name}` }).waitFor();
  await expect.poll(() => approveButton(desk).getAttribute('aria-disabled')).toBeNull();
}

export const approveButton = (desk: Page) => desk.getByRole('button', { name: 'Approve' });

export async function openDesk(): Promise<Page> {
  const page = await openPage({ signedInAs: staff });
  await visit(page, '/desk/photos');
  await expect(page).toShow('/desk/photos', 'Profile photos');
  return page;
}
