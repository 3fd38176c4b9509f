import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { createPlainImage } from '#platform/testing/image-fixture.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  questionNumbers,
  answerQuestion,
  drawSignature,
  guestForms,
  waitForSaved,
  pressButton,
} from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

describe('family with one phone', () => {
  it("completes Discover Scuba Diving for a child, who signs on the guardian's phone", async () => {
    const { page, email } = await openPageAsNewUser({ width: 390, height: 844, hasTouch: true });
    await visit(page, '/discover/20001');
    await page.getByRole('link', { name: 'I’m signing up my child' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a child' });
    await dialog.getByLabel('First name').fill('Tuva');
    await dialog.getByLabel('Last name').fill('Fjord');
    await dialog.getByLabel('Day').fill('5');
    await dialog.getByLabel('Month').fill('1');
    // An adult is no child.
    await dialog.getByLabel('Year').fill('1990');
    await dialog.getByRole('button', { name: 'Add child' }).click();
    await dialog.getByText('Only people under 18 need a guardian.').waitFor();
    await dialog.getByLabel('Year').fill('2014');
    await dialog.getByRole('button', { name: 'Add child' }).click();
    await page.waitForURL('**/dsd/welcome?store=20001&for=*');
    const [child] = await runSql<{ id: number }>(
      `select affiliate_id::int as id from guardian_link where guardian_id = (select affiliate_id from person where email = $1)`,
      [email],
    );
    expect(new URL(page.url()).searchParams.get('for')).toBe(String(child?.id));
    await pressButton(page, 'Get started');
    await page.getByRole('heading', { name: 'Who’s taking Tuva diving?' }).waitFor();
    await page.getByText('Kelder Bay Diving').waitFor();
    await pressButton(page, 'Confirm and continue');
    await page.locator('[data-part=questions]').waitFor();
    for (const number of questionNumbers) await answerQuestion(page, number, 'No');
    await waitForSaved(page);
    const readAll = async () => {
      for (const title of guestForms) {
        await pressButton(page, 'Next');
        await page.getByRole('heading', { name: title }).waitFor();
        for (const box of await page.getByRole('checkbox').all()) await box.check();
      }
      await pressButton(page, 'Next');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
    };
    await readAll();
    await drawSignature(page);
    await pressButton(page, 'Sign');

    await page.getByRole('link', { name: /^Hand the phone to Tuva/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Hand the phone to Tuva/ }).waitFor();
    await pressButton(page, 'I’m Tuva Fjord. Continue');
    await page.getByText('Tuva Fjord, it’s your turn').waitFor();
    await readAll();
    await drawSignature(page);
    await pressButton(page, 'Submit');
    await page.getByRole('heading', { level: 1, name: 'All signed. Tuva is ready' }).waitFor();
    await checkAppearance(page);

    const [checkpoint] = await runSql(
      'select status, store_number as store from dsd_checkpoint where affiliate_id = $1',
      [child?.id],
    );
    expect(checkpoint).toEqual({ status: 'completed', store: 20_001 });
    await page.getByRole('link', { name: 'Start eLearning' }).click();
    await page.waitForURL(`**/training/course/discover-scuba?for=${child?.id}`);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === '/training/content/discover-scuba' && searchParams.get('for') === String(child?.id),
    );
    await page.getByRole('heading', { level: 1, name: 'What to expect' }).waitFor();

    // After the dive, the guardian sees who took the child, and the photo, which they can remove.
    await runSql(
      `update dsd_checkpoint set status = 'processed', processed_by = 400007, updated_at = now() where affiliate_id = $1`,
      [child?.id],
    );
    await visit(page, `/dsd?for=${child?.id}`);
    await expect(page).toShow(`/training/my-promos?for=${child?.id}`, 'Tuva’s first breath underwater');
    await page.getByText('Kelder Bay Diving').waitFor();
    await page.locator('main input[type=file]').setInputFiles({
      name: 'dive.png',
      mimeType: 'image/png',
      buffer: await createPlainImage(400, 300).png().toBuffer(),
    });
    await page.getByRole('img', { name: 'Discover Scuba Diving' }).waitFor();
    await checkAppearance(page);
    await pressButton(page, 'Remove');
    await page.getByRole('button', { name: 'Add photo' }).waitFor();
    expect(await runSql('select from dsd_photo where affiliate_id = $1', [child?.id])).toEqual([]);
  });
});
