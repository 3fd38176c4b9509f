import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
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
    const [guardian] = await runSql<{ id: number }>('select affiliate_id::int as id from person where email = $1', [
      email,
    ]);
    const [child] = await runSql<{ id: number }>(
      `insert into person (sub, given_name, family_name, birthdate) values ('one-phone-' || $1, 'Tuva', 'Fjord', '2014-01-05')
       returning affiliate_id::int as id`,
      [email],
    );
    await runSql('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [child?.id, guardian?.id]);

    await visit(page, '/dsd?store_number=20001');
    await page.getByRole('link', { name: 'For Tuva' }).click();
    await page.waitForURL(`**/dsd/welcome?store_number=20001&for=${child?.id}`);
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
    await pressButton(page, 'I’m Tuva Fjord, continue');
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
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === '/training/content/discover-scuba' && searchParams.get('for') === String(child?.id),
    );
    await page.getByRole('heading', { level: 1, name: 'What awaits you' }).waitFor();
  });
});
