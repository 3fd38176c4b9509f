import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { createApiCaller } from './api-calls.ts';
import { runSql } from './database.ts';
import { affiliateType } from '#domain/roles.ts';

let stores = 0;

/** Turns the account into a store with booked credit. */
export async function makeStoreAccount(email: string, creditMinor: number): Promise<void> {
  stores += 1;
  const storeNumber = 700_000 + (process.pid % 10_000) * 10 + stores;
  await runSql(
    `with store as (update person set affiliate_type_id = ${affiliateType.store}, store_number = $2, country = 'GB',
         available_credit_minor = $3, available_credit_currency = 'USD' where email = $1 returning 1),
       granted as (insert into ledger_transaction values (gen_random_uuid(), 'credit.granted', $2::text, 'USD', now())
         returning transaction_id)
     insert into ledger_entry select transaction_id, account, minor from granted,
       (values ('funding', $3::bigint), ('credit:' || $2, -$3::bigint)) entry (account, minor)`,
    [email, storeNumber, creditMinor],
  );
}

/** Inserts a basket line, as another tab would. */
export async function insertBasketLine(
  email: string,
  productId: number,
  { quantity = 1, isGift = false }: { quantity?: number; isGift?: boolean } = {},
): Promise<void> {
  await runSql(
    `with owner as (insert into basket (affiliate_id) select affiliate_id from person where email = $1
       on conflict (affiliate_id) do update set version = basket.version + 1 returning affiliate_id)
     insert into basket_line (affiliate_id, line_id, product_id, quantity, is_gift)
     select affiliate_id, gen_random_uuid(), $2, $3, $4 from owner`,
    [email, productId, quantity, isGift],
  );
}

/** Lets the person buy specialties, which require a certification. One from elsewhere is no card that could be ordered. */
export async function approveOutsideCard(email: string): Promise<void> {
  await runSql(
    `insert into outside_certification (affiliate_id, agency, level, status, decided_at, equivalent_level_id)
     select affiliate_id, 'Elsewhere', 'Open Water', 'approved', now(), 10 from person where email = $1`,
    [email],
  );
}

/** Certifies the person that many days ago, without an eCard. */
export async function certify(email: string, levelId: number, daysAgo: number): Promise<void> {
  await runSql(
    `insert into certification (affiliate_id, level_id, cert_date)
     select affiliate_id, $2, current_date - $3::int from person where email = $1`,
    [email, levelId, daysAgo],
  );
}

/** Makes the guardian responsible for the child. */
export async function linkGuardian(childEmail: string, guardianEmail: string): Promise<void> {
  await runSql(
    `insert into guardian_link (affiliate_id, guardian_id)
     select c.affiliate_id, g.affiliate_id from person c, person g where c.email = $1 and g.email = $2`,
    [childEmail, guardianEmail],
  );
}

export interface OrderLine {
  productId: number;
  quantity: number;
  isGift?: boolean;
}

/** Places an order on credit by API. */
export async function orderOnCredit(
  page: Page,
  lines: readonly OrderLine[],
): Promise<{ orderId: string; number: number }> {
  const call = await createApiCaller(page, 'shop');
  let basket = { version: 0, totalMinor: 0 };
  for (const line of lines) basket = await call('POST', 'basket/lines', { lineId: randomUUID(), ...line });
  const { version: basketVersion, totalMinor: seenTotalMinor } = basket;
  const address = { name: 'Kelder Bay Diving', line1: '1 Harbour Road', city: 'Swanage', country: 'GB' };
  const { orderId } = await call<{ orderId: string }>('POST', 'checkout', {
    key: randomUUID(),
    basketVersion,
    seenTotalMinor,
    method: 'credit',
    address,
  });
  return call('GET', `orders/${orderId}`);
}

/** Pays an order by card without a webhook and cancels it afterwards. */
export async function payAfterExpiry(
  page: Page,
  productId: number,
): Promise<{ orderId: string; number: number; paymentId: string }> {
  const call = await createApiCaller(page, 'shop');
  const { version: basketVersion, totalMinor: seenTotalMinor } = await call<{ version: number; totalMinor: number }>(
    'POST',
    'basket/lines',
    { lineId: randomUUID(), productId, quantity: 1 },
  );
  const { orderId, payUrl } = await call<{ orderId: string; payUrl: string }>('POST', 'checkout', {
    key: randomUUID(),
    basketVersion,
    seenTotalMinor,
    method: 'card',
    address: null,
  });
  await call('POST', payUrl.slice(1), { card: '4242', news: 'never' });
  return call('POST', `orders/${orderId}/cancel`, {});
}
