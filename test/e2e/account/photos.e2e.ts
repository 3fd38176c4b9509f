import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser, removePhotos } from '#test/support/e2e/new-users.ts';

const staff = 'staff@demo.test';

/** Left half red, right half blue, so that one sees which part was kept. */
async function drawPhoto(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 1200, height: 600, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 600, top: 0 }])
    .jpeg()
    .toBuffer();
}

async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]:not([capture])').setInputFiles({ name, mimeType, buffer });
}

async function openCrop(page: Page): Promise<void> {
  await chooseFile(page, 'me.jpg', 'image/jpeg', await drawPhoto());
  await page.getByRole('dialog', { name: 'Choose what the card shows' }).waitFor();
  await page.getByRole('button', { name: 'Save the photo', disabled: false }).waitFor();
}

async function upload(page: Page): Promise<void> {
  await openCrop(page);
  await page.getByRole('button', { name: 'Save the photo' }).click();
  await page.getByText('Waiting for approval').waitFor();
}

/** Nora's is first in the queue, Ida's next. Answers the page of Ida's guardian. */
async function uploadTwo(): Promise<Page> {
  const { page } = await openPageAsNewUser();
  await visit(page, '/profile');
  await upload(page);
  const guardian = await openPage({ signedInAs: 'guardian@demo.test' });
  await visit(guardian, '/profile?for=400003');
  await expect(guardian).toShow('/profile?for=400003', 'Ida Okafor');
  await upload(guardian);
  return guardian;
}

/** The picture is seen, and what the buttons and keys decide is this one. */
async function canDecide(desk: Page, name: string): Promise<void> {
  await desk.getByRole('img', { name: `Photo of ${name}` }).waitFor();
  await expect.poll(() => approve(desk).getAttribute('aria-disabled')).toBeNull();
}

const approve = (desk: Page) => desk.getByRole('button', { name: 'Approve' });

/** What is decided, as it is sent. */
function collectDecisions(desk: Page): string[] {
  const decisions: string[] = [];
  desk.on('request', (request) => {
    if (request.url().endsWith('/decision')) decisions.push(request.postData() ?? '');
  });
  return decisions;
}

async function openDesk(): Promise<Page> {
  const page = await openPage({ signedInAs: staff });
  await visit(page, '/desk/photos');
  await expect(page).toShow('/desk/photos', 'Photos to approve');
  return page;
}

/** The colour in the middle of the photo on the page, as red, green and blue. */
async function middleOf(page: Page): Promise<number[]> {
  const picture = page.locator('.photo-frame img');
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

describe('a photo', () => {
  it('is chosen, cropped, approved at the desk, and shown as approved', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await openCrop(page);
    await checkAppearance(page);
    // By the keyboard to the right end of the picture.
    await page.getByRole('group', { name: /Move it with the arrow keys/ }).focus();
    for (let count = 0; count < 40; count++) await page.keyboard.press('ArrowLeft');
    await page.getByRole('slider', { name: 'Zoom' }).fill('2');
    await page.getByRole('button', { name: 'Save the photo' }).click();
    await page.getByText('Waiting for approval').waitFor();
    expect(await middleOf(page)).toEqual([0, 0, 255]);

    const desk = await openDesk();
    await desk.getByRole('option', { name: /Nora Fjord/ }).click();
    await canDecide(desk, 'Nora Fjord');
    await approve(desk).click();
    await desk.getByText('The photo of Nora Fjord is approved.').waitFor();
    await desk.getByText('No photo waits').waitFor();
    await checkAppearance(desk);

    await page.reload();
    await page.getByText('Approved', { exact: true }).waitFor();
    expect(await middleOf(page)).toEqual([0, 0, 255]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the photo' }).click();
    await page.getByText('Approved', { exact: true }).waitFor({ state: 'detached' });
    await page.locator('.photo-frame', { hasText: 'NF' }).waitFor();
  });

  it('is refused before it is sent when it is too large, moves, or is no picture', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await page.getByRole('heading', { level: 1, name: 'Nora Fjord' }).waitFor();
    await chooseFile(page, 'large.jpg', 'image/jpeg', Buffer.alloc(5_000_000));
    await page
      .getByText('The photo exceeds 4.5MB. Please upload a photo with a smaller size.', { exact: true })
      .waitFor();
    await chooseFile(page, 'moves.gif', 'image/gif', Buffer.from('GIF89a'));
    await page.getByText('This file is not a JPG or PNG.').waitFor();
    await chooseFile(page, 'disguised.png', 'image/png', Buffer.from('not a picture at all'));
    await page.getByText('This picture is damaged and cannot be opened.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('that the server refuses says why at the photo', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 422/] });
    await visit(page, '/profile');
    const tiny = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#080' } })
      .png()
      .toBuffer();
    await page.getByRole('heading', { level: 1, name: 'Nora Fjord' }).waitFor();
    await chooseFile(page, 'tiny.png', 'image/png', tiny);
    await page.getByRole('button', { name: 'Save the photo', disabled: false }).click();
    await page.getByText('This picture is too large or too small').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the photo desk', () => {
  it('is for staff alone', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, '/desk/photos');
    await expect(page).toShow('/training/unauthorized', 'You may not see this page');
  });

  it('is worked by keys: the next photo opens, and a rejection says why', async () => {
    const guardian = await uploadTwo();
    const desk = await openDesk();
    const name = (heading: string) => desk.getByRole('img', { name: `Photo of ${heading}` }).waitFor();
    await name('Nora Fjord');
    await desk.keyboard.press('ArrowDown');
    await name('Ida Okafor');
    expect(await desk.getByRole('option', { name: /Ida Okafor/ }).textContent()).toContain('Minor');
    await desk.keyboard.press('ArrowUp');
    await canDecide(desk, 'Nora Fjord');
    await desk.keyboard.press('a');
    await canDecide(desk, 'Ida Okafor');

    await desk.keyboard.press('r');
    const dialog = desk.getByRole('dialog', { name: 'Why is the photo of Ida Okafor rejected?' });
    await dialog.getByRole('button', { name: 'Reject the photo' }).click();
    await dialog.getByText('Say why, or choose a reason above').waitFor();
    await checkAppearance(desk);
    await dialog.getByRole('button', { name: 'Too dark' }).click();
    await dialog.getByRole('button', { name: 'Reject the photo' }).click();
    await desk.getByText('No photo waits').waitFor();

    await guardian.reload();
    await guardian.getByText('Not approved').waitFor();
    await guardian.getByText('The photo is too dark.').waitFor();
    await checkAppearance(guardian);
  });

  it('takes a key that is held down for one decision', async () => {
    await uploadTwo();
    const desk = await openDesk();
    const decisions = collectDecisions(desk);
    await canDecide(desk, 'Nora Fjord');
    await desk.keyboard.down('a');
    await canDecide(desk, 'Ida Okafor');
    for (let count = 0; count < 5; count++) await desk.keyboard.down('a');
    await desk.keyboard.up('a');
    await desk.keyboard.press('r');
    await desk.getByRole('dialog', { name: 'Why is the photo of Ida Okafor rejected?' }).waitFor();
    expect(decisions).toHaveLength(1);
  });

  it('decides nothing that has not been seen', async () => {
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
    await canDecide(desk, 'Nora Fjord');
    expect(decisions).toEqual([]);
    await approve(desk).click();
    await desk.getByText('No photo waits').waitFor();
  });

  it('leaves a decision with its photo when that is taken back, and goes on when the clerk does', async () => {
    await uploadTwo();
    const desk = await openPage({ signedInAs: staff, isLeftBehind: true });
    await desk.clock.install();
    await visit(desk, '/desk/photos');
    const decisions = collectDecisions(desk);
    await canDecide(desk, 'Nora Fjord');
    await desk.keyboard.press('r');
    const dialog = desk.getByRole('dialog', { name: 'Why is the photo of Nora Fjord rejected?' });
    await dialog.getByRole('button', { name: 'Too dark' }).click();
    await runSql("delete from person_photo where status = 'pending' and affiliate_id <> 400003");
    const told = desk.getByRole('alert').getByText('The photo of Nora Fjord no longer waits');
    // The desk asks again 30 s after its last answer: one that is on its way just now begins these anew.
    const isTold = async () => {
      await desk.clock.fastForward('00:31');
      return told.isVisible();
    };
    await expect.poll(isTold, { interval: 1_000 }).toBe(true);
    expect(await desk.getByRole('dialog').count()).toBe(0);
    await desk.getByRole('option', { name: /Ida Okafor/, selected: false }).waitFor();
    await checkAppearance(desk);
    await expect.poll(() => desk.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await desk.keyboard.press('a');
    await desk.keyboard.press('r');
    expect(await desk.getByRole('heading', { level: 2 }).count()).toBe(0);

    await desk.getByRole('button', { name: 'Open the next photo' }).click();
    await canDecide(desk, 'Ida Okafor');
    expect(await desk.getByText('no longer waits').count()).toBe(0);
    expect(decisions).toEqual([]);
    await desk.getByRole('option', { name: /Ida Okafor/, selected: true }).waitFor();
  });

  it('says so when somebody else was faster', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/profile');
    await upload(page);
    const desk = await openPage({ signedInAs: staff, expectedProblems: [/status of 409/] });
    await visit(desk, '/desk/photos');
    await canDecide(desk, 'Nora Fjord');
    const other = await openDesk();
    await canDecide(other, 'Nora Fjord');
    await approve(other).click();
    await other.getByText('No photo waits').waitFor();
    const answer = desk.waitForResponse('**/decision');
    await approve(desk).click();
    expect((await answer).status()).toBe(409);
    await desk.getByText('No photo waits').waitFor();
    await desk.getByRole('alert').getByText('The photo of Nora Fjord no longer waits').waitFor();
  });
});
