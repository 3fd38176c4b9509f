import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createClubFixture } from '#test/support/api/club-testing.ts';
import { reserveRefund } from '#features/payments/server/public.ts';
import { grantCredit } from '#features/shop/server/credit/grant-credit.ts';
import { checkLedger } from './check-ledger.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { pool, inTransaction } = portal.services.database;
const { newDiver, buy } = createClubFixture(portal);
const check = () => inTransaction('test', checkLedger);
const at = new Date();
const store = 20_001;
const grant = (amount: number, storeNumber = store) =>
  inTransaction('test', (db) => grantCredit(db, { storeNumber, amount, by: 'test', at }));

/** Returns the errors after a change that bypasses the triggers, and rolls the change back. */
async function findErrorsAfter(change: string): Promise<string[]> {
  let wrong: string[] = [];
  const transaction = inTransaction('test', async (db) => {
    for (const table of ['ledger_entry', 'ledger_transaction'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await sql.raw(change).execute(db);
    wrong = (await checkLedger(db)).wrong;
    throw new Error('undone');
  });
  await expect(transaction).rejects.toThrow('undone');
  return wrong;
}

describe('checkLedger', () => {
  it('returns no errors after regular payments, credit and refunds', async () => {
    const { email, affiliateId } = await newDiver();
    await buy(email, 'first');
    await grant(2500);
    const { rows } = await pool.query<{ payment_id: string }>(
      'select payment_id from payment where affiliate_id = $1',
      [affiliateId],
    );
    await inTransaction('test', (db) =>
      reserveRefund(db, { paymentId: rows[0]?.payment_id ?? '', refundId: randomUUID(), amountMinor: 1 }),
    );
    const { wrong, checked, transactions } = await check();
    expect(wrong).toEqual([]);
    expect(checked.length).toBeGreaterThan(8);
    expect(transactions).toBeGreaterThan(2);
  });

  it.each([
    [
      'an unbooked payment',
      `insert into payment (affiliate_id, purpose, key, amount_minor, currency,
       description, state, return_path, expires_at, settled_at)
       values (400001, 'club', gen_random_uuid(), 77, 'USD', 'x', 'paid', '/', now(), now())`,
      /payment .*: expected 77 USD booked, found nothing/,
    ],
    [
      'a booking without a payment',
      `with t as (insert into ledger_transaction values (gen_random_uuid(), 'payment', 'unknown', 'USD', now())
       returning transaction_id) insert into ledger_entry select transaction_id, a, m from t, (values ('gateway', 5), ('funding', -5)) e(a, m)`,
      /payment unknown: expected nothing booked, found 5 USD/,
    ],
    [
      'a changed entry',
      `update ledger_entry set amount_minor = amount_minor + 1 where account = 'received:club'`,
      /does not balance/,
    ],
    [
      'unbooked credit',
      `update person set available_credit_minor = available_credit_minor + 3 where store_number = ${store}`,
      /credit:20001: balance/,
    ],
    [
      'an unbooked order',
      `insert into shop_order (affiliate_id, key, basket_version, state, method, currency, country, is_tax_included,
       subtotal_minor, discount_minor, tax_minor, total_minor, expires_at, paid_at)
       values (400001, gen_random_uuid(), 1, 'paid', 'card', 'USD', 'US', false, 90, 0, 9, 99, now(), now())`,
      /order .*: expected 99 USD booked, found nothing/,
    ],
    [
      'a missing refund',
      `update payment set refunded_minor = refunded_minor + 1 where purpose = 'club' and refunded_minor = 1`,
      /refunded amount 2 does not match/,
    ],
    [
      'a failed refund that was not reversed',
      `update payment_refund set state = 'refused', settled_at = now(), failed_at = now()`,
      /^refund\.failed .*: account gateway has nothing, expected 1 USD$/m,
    ],
    [
      'an entry without a refund',
      `with t as (insert into ledger_transaction values (gen_random_uuid(), 'refund', 'unknown', 'USD', now())
       returning transaction_id) insert into ledger_entry select transaction_id, a, m from t, (values ('gateway', -5), ('funding', 5)) e(a, m)`,
      /gateway: balance \d+ USD, expected \d+/,
    ],
    [
      'a booking of an unknown kind',
      `with t as (insert into ledger_transaction values (gen_random_uuid(), 'mystery', 'unknown', 'USD', now())
       returning transaction_id) insert into ledger_entry select transaction_id, a, m from t, (values ('sales:gear', 5), ('tax:US', -5)) e(a, m)`,
      /mystery unknown: account sales:gear has 5 USD, expected nothing/,
    ],
    [
      'a club payment booked to another account',
      `update ledger_entry set account = 'funding' where account = 'received:club'`,
      /account received:club has nothing, expected -2695 USD/,
    ],
    [
      'a late payment that was not refunded',
      `update payment set state = 'returned', refunded_minor = 0 where purpose = 'club'`,
      /late payment .*: 2695 USD not refunded/,
    ],
    [
      'a paid order without a payment',
      `with o as (insert into shop_order (affiliate_id, key, basket_version, state, method, currency, country,
         is_tax_included, subtotal_minor, discount_minor, tax_minor, total_minor, expires_at, paid_at)
       values (400001, gen_random_uuid(), 1, 'paid', 'card', 'USD', 'US', false, 90, 0, 9, 99, now(), now())
       returning order_id),
       t as (insert into ledger_transaction select gen_random_uuid(), 'order', order_id::text, 'USD', now() from o
       returning transaction_id) insert into ledger_entry select transaction_id, a, m from t,
         (values ('received:order', 99), ('sales:gear', -90), ('tax:US', -9)) e(a, m)`,
      /order \d+ is paid by card but does not match its payment/,
    ],
  ])('reports %s', async (_name, change, expected) => {
    const wrong = await findErrorsAfter(change);
    expect(wrong).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });
});

describe('grantCredit', () => {
  it('grants credit in the store currency and records it in the audit log', async () => {
    expect(await grant(12.5)).toEqual({ amountMinor: 1250, currency: 'GBP' });
    const { rows } = await pool.query(
      `select data - 'reference' as data from audit_entry where action = 'shop.credit_granted' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ data: { storeNumber: store, amountMinor: 1250, currency: 'GBP', by: 'test' } }]);
  });

  it.each([0, -5, 1.005, Number.NaN, 1e300])('rejects the amount %s', async (amount) => {
    await expect(grant(amount)).rejects.toThrow('is not a valid amount in GBP');
  });

  it('rejects an unknown store', async () => {
    await expect(grant(5, 99_999)).rejects.toThrow('store 99999 not found');
  });
});
