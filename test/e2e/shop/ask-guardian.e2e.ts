import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openFamily } from './ask-guardian-steps.ts';

describe('minor', () => {
  it('asks a guardian, who approves and pays', async () => {
    const { child, parent, email } = await openFamily();
    await visit(child, '/training/shop/checkout');
    await child.getByRole('button', { name: 'Ask a guardian to pay' }).waitFor();
    expect(await countWhenLoaded(child.getByRole('button', { name: /^Pay/ }))).toBe(0);
    await checkAppearance(child);
    await child.getByRole('button', { name: 'Ask a guardian to pay' }).click();
    await child.getByRole('heading', { level: 1, name: 'Your payment request' }).waitFor();
    await checkAppearance(child);
    const address = new URL(child.url()).pathname;
    expect(await runSql('select 1 from shop_order join person using (affiliate_id) where email = $1', [email])).toEqual(
      [],
    );

    await visit(parent, address);
    await parent.getByRole('heading', { level: 1, name: 'Nora Fjord is asking you to pay' }).waitFor();
    await parent.getByRole('button', { name: 'Approve and pay $219.00' }).click();
    await parent.getByRole('button', { name: 'Pay $219.00' }).click();
    await parent.getByText('Bought for Nora Fjord.').waitFor();
    await visit(child, address);
    await child.getByText('Adaeze Fjord paid for this.').waitFor();
  });
});
