import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { instructor, diving, recordOf, cardsOf } from './certify-steps.ts';

describe('certifying', () => {
  it('shows missing requirements with links', async () => {
    const page = await openPage({ signedInAs: instructor });
    await visit(page, recordOf(diving));
    await page.getByRole('button', { name: 'Certify', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Certify Clara Novak' });
    await dialog.getByText('Still required').waitFor();
    expect(await dialog.getByRole('link', { name: 'Dives 3 and 4 not verified' }).getAttribute('href')).toBe(
      '/logbook/verification',
    );
    await dialog.getByText('No photo for the card').waitFor();
    expect(await dialog.getByRole('button', { name: 'Certify', exact: true }).isDisabled()).toBe(true);
    await checkAppearance(page);
    expect(await cardsOf(diving)).toEqual([]);
  });
});
