import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { instructor, ready, diving, recordOf, cardsOf } from './certify-steps.ts';

/** Background jobs create the demo's forms and portraits soon after the start. */
async function waitForDemo(): Promise<void> {
  await expect
    .poll(
      () =>
        runSql(
          `select from form_record f join person_photo p using (affiliate_id)
           where f.affiliate_id = $1 and p.status = 'approved'`,
          [ready],
        ),
      { timeout: 60_000 },
    )
    .toHaveLength(1);
}

describe('certifying', () => {
  it('issues the card to a ready student and hides the button', async () => {
    await waitForDemo();
    const page = await openPage({ signedInAs: instructor });
    await visit(page, recordOf(ready));
    await page.getByText('Ready to certify').waitFor();
    await page.getByRole('button', { name: 'Certify', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Certify Keiko Arai' });
    await dialog.getByText('All requirements are met.').waitFor();
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Certify', exact: true }).click();
    await page.getByText('This card has been issued.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Certify', exact: true }).count()).toBe(0);
    expect(await cardsOf(ready)).toEqual([{ level_id: 10 }]);
  });

  it('certifies the ready students of a class and shows what the others are missing', async () => {
    await waitForDemo();
    await runSql('delete from certification where affiliate_id = $1', [ready]);
    const page = await openPage({ signedInAs: instructor });
    await visit(page, '/pro/class');
    await page.getByRole('button', { name: 'Certify class' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Certify class' });
    await dialog.getByRole('checkbox', { name: 'Keiko Arai' }).waitFor();
    await dialog.getByText('Not ready yet').waitFor();
    await dialog.getByText('Clara Novak').waitFor();
    await checkAppearance(page);
    // The button stays in view however long the list is.
    const bottom = await dialog
      .getByRole('button', { name: 'Certify 1 student' })
      .evaluate((button) => button.getBoundingClientRect().bottom - innerHeight);
    expect(bottom).toBeLessThan(0);
    await dialog.getByRole('button', { name: 'Certify 1 student' }).click();
    await page.getByText('1 student certified').waitFor();
    expect(await cardsOf(ready)).toEqual([{ level_id: 10 }]);
    expect(await cardsOf(diving)).toEqual([]);
  });
});
