import { describe, expect, it } from 'vitest';
import { visit } from '../src/platform/testing/browser.ts';
import { runSql } from './database.ts';
import './expect-page.ts';
import { asked, answer, drawSignature, guestForms, isSaved, press } from './filling.ts';
import { checkLooks } from './looks.ts';
import { openPageOfSomebodyNew } from './people.ts';

describe('a family with one phone', () => {
  it('comes through Discover Scuba Diving for a child, who signs on the guardian’s phone', async () => {
    const { page, email } = await openPageOfSomebodyNew({ width: 390, height: 844, hasTouch: true });
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
    await press(page, 'Get started');
    await page.getByRole('heading', { name: 'Who’s taking Tuva diving?' }).waitFor();
    await page.getByText('Kelder Bay Diving').waitFor();
    await press(page, 'Confirm and continue');
    await page.locator('.questions').waitFor();
    for (const number of asked) await answer(page, number, 'No');
    await isSaved(page);
    const readAll = async () => {
      for (const title of guestForms) {
        await press(page, 'Next');
        await page.getByRole('heading', { name: title }).waitFor();
        for (const box of await page.getByRole('checkbox').all()) await box.check();
      }
      await press(page, 'Next');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
    };
    await readAll();
    await drawSignature(page);
    await press(page, 'Sign');

    await page.getByRole('link', { name: /^Hand the phone to Tuva/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Hand the phone to Tuva/ }).waitFor();
    await press(page, 'I’m Tuva Fjord, continue');
    await page.getByText('Tuva Fjord, it’s your turn').waitFor();
    await readAll();
    await drawSignature(page);
    await press(page, 'Submit');
    await page.getByRole('heading', { level: 1, name: 'All signed. Tuva is ready' }).waitFor();
    await checkLooks(page);

    const [checkpoint] = await runSql(
      'select status, store_number as store from dsd_checkpoint where affiliate_id = $1',
      [child?.id],
    );
    expect(checkpoint).toEqual({ status: 'completed', store: 20_001 });
    await page.getByRole('link', { name: 'Start eLearning' }).click();
    await page.waitForURL(`**/training/course/discover-scuba?for=${child?.id}`);
    await checkLooks(page);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === '/training/content/discover-scuba' && searchParams.get('for') === String(child?.id),
    );
    await page.getByRole('heading', { level: 1, name: 'What awaits you' }).waitFor();
  });
});
