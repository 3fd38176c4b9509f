import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';

const instructor = 'instructor@demo.test';
/** Keiko Arai is ready; Clara Novak has two dives, and one to verify. */
const [ready, diving] = [400_050, 400_052];
const recordOf = (id: number) => `/training/instructor/eRecord/${id}/open-water?affiliateId=${id}`;
const cardsOf = (id: number) => runSql('select level_id from certification where affiliate_id = $1', [id]);

/** Forms and portraits of the demo are made by jobs soon after the start. */
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
  it('shows what is missing, with links', async () => {
    const page = await openPage({ signedInAs: instructor });
    await visit(page, recordOf(diving));
    await page.getByRole('button', { name: 'Certify', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Certify Clara Novak' });
    await dialog.getByText('Still missing').waitFor();
    expect(await dialog.getByRole('link', { name: 'Dives 3 and 4 aren’t verified' }).getAttribute('href')).toBe(
      '/logbook/verification',
    );
    await dialog.getByText('No photo for the card').waitFor();
    expect(await dialog.getByRole('button', { name: 'Certify', exact: true }).isDisabled()).toBe(true);
    await checkAppearance(page);
    expect(await cardsOf(diving)).toEqual([]);
  });

  it('issues the card to a student who is ready, and the button disappears', async () => {
    await waitForDemo();
    const page = await openPage({ signedInAs: instructor });
    await visit(page, recordOf(ready));
    await page.getByText('Ready to certify.').waitFor();
    await page.getByRole('button', { name: 'Certify', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Certify Keiko Arai' });
    await dialog.getByText('Everything is complete.').waitFor();
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Certify', exact: true }).click();
    await page.getByText('The card for this course has been issued.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Certify', exact: true }).count()).toBe(0);
    expect(await cardsOf(ready)).toEqual([{ level_id: 10 }]);
  });

  it('certifies the ready ones of a class, and says what the others lack', async () => {
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
    // However long the list is, the button is in view.
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
