import { afterAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { approveOutsideCard, payAfterExpiry } from '#test/support/e2e/shop-orders.ts';
import { desk, staff, unknownOrder, products } from './orders-steps.ts';

describe('staff', () => {
  afterAll(() => runSql("update person set language = 'en-US' where email = $1", [staff]));

  it('see a late payment whose refund failed and retry it', async () => {
    const { page: buyer, email } = await openPageAsNewUser();
    await approveOutsideCard(email);
    const { orderId, number, paymentId } = await payAfterExpiry(buyer, products.peakBuoyancy);
    // Simulates a manual refund.
    const manualRefundKey = `manual ${paymentId}`;
    await runSql(
      `insert into test_gateway_entry (key, kind, amount_minor, currency, state, of_key)
       select $2, 'refund', amount_minor, currency, 'done', page_id from payment where payment_id = $1`,
      [paymentId, manualRefundKey],
    );
    await (
      await createApiCaller(buyer, 'shop')
    )('POST', `payments/${paymentId}/settle`, {});
    const states = async () =>
      (
        await runSql<{ state: string }>('select state from payment_refund where payment_id = $1 order by created_at', [
          paymentId,
        ])
      ).map(({ state }) => state);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['refused']);
    await runSql('delete from test_gateway_entry where key = $1', [manualRefundKey]);

    const page = await openPage({ signedInAs: staff });
    await visit(page, `${desk}/${orderId}`);
    await expect(page).toShow(`${desk}/${orderId}`, `Order ${number}`);
    await page.locator('[data-part=refund]').getByText('Failed').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Try refund again' }).click();
    await page.getByRole('button', { name: 'Try refund again' }).waitFor({ state: 'detached' });
    await page.locator('[data-part=refund]').getByText('Completed').waitFor();
    expect(await states()).toEqual(['refused', 'done']);
    expect(
      await runSql(
        `select kind from notification join person using (affiliate_id)
         where email = $1 and kind ~ '^(payments|shop)' order by timestamp`,
        [email],
      ),
    ).toEqual([{ kind: 'payments.not_returned' }, { kind: 'shop.order_refunded' }]);
  });

  it('see an error for an unknown order, and reload the list on Refresh', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/status of 404/, /500/] });
    await visit(page, unknownOrder);
    await expect(page).toShow(unknownOrder, 'We couldn’t find that order.');
    let isBroken = true;
    await page.route('**/api/shop/desk/orders?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'All orders' }).click();
    await page.getByText('Something went wrong').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Something went wrong').waitFor({ state: 'detached' });
  });
});
