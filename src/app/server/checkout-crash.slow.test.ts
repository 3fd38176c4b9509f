import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { reconcilePayments } from '#features/payments/server/public.ts';
import { testWebhookModes } from '#features/payments/shared/contract.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createSeededDatabase } from '#test/support/api/seeded-template-testing.ts';
import { runScript, SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();
const { pool, connection, inTransaction } = await createSeededDatabase();
const port = String(await findFreePort());
const settings = {
  DATA_DIR: join(folder, 'data'),
  PORT: port,
  BASE_URL: `http://localhost:${port}`,
  DATABASE_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MIN: '100000',
};
const started: SpawnedPortal[] = [];
let portal: SpawnedPortal;

function launch(): Promise<SpawnedPortal> {
  const fresh = new SpawnedPortal(settings);
  started.push(fresh);
  return fresh.ready();
}

interface Buyer {
  sub: string;
  affiliateId: number;
  /** Idempotency key of the order in progress when the portal was killed. */
  key: string;
}
const courseAndCodes = [
  { productId: 2003, quantity: 1, isGift: false },
  { productId: 2004, quantity: 2, isGift: true },
];
const buyers: Buyer[] = Array.from({ length: 24 }, (_, at) => ({
  sub: randomUUID(),
  affiliateId: 560_001 + at,
  key: randomUUID(),
}));

async function call<Body>(buyer: Buyer, method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${settings.BASE_URL}/api/shop/${path}`, {
    method,
    headers: {
      ...(await portal.headersOf(buyer)),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

const readOrders = async (buyer: Buyer) =>
  (await call<{ items: { orderId: string; state: string }[] }>(buyer, 'GET', 'orders')).items;

/** Buys a course and two codes, or resumes an interrupted purchase. */
async function shopFor(buyer: Buyer, webhookMode: (typeof testWebhookModes)[number]): Promise<void> {
  const [order] = await readOrders(buyer);
  const payUrl = order === undefined ? await checkOut(buyer) : await payAgain(buyer, order.orderId);
  if (payUrl === null) return;
  // A page that was paid before the crash answers with payments.settled.
  await call(buyer, 'POST', payUrl.slice(1), { card: '4242', news: webhookMode }).catch((error: Error) => {
    if (!error.message.includes('payments.settled')) throw error;
  });
}

async function checkOut(buyer: Buyer): Promise<string | null> {
  let basket = await call<Basket>(buyer, 'GET', 'basket');
  for (const product of courseAndCodes)
    if (!basket.lines.some(({ productId }) => productId === product.productId))
      basket = await call<Basket>(buyer, 'POST', 'basket/lines', { lineId: randomUUID(), ...product });
  const { version: basketVersion, totalMinor: seenTotalMinor } = basket;
  const body = { key: buyer.key, basketVersion, seenTotalMinor, method: 'card' };
  return (await call<{ payUrl: string | null }>(buyer, 'POST', 'checkout', body)).payUrl;
}

const payAgain = async (buyer: Buyer, orderId: string) =>
  (await call<{ payUrl: string | null }>(buyer, 'POST', `orders/${orderId}/pay`, {})).payUrl;

/** Runs all purchases, five at a time, and returns the errors of interrupted ones. */
async function shopAll(): Promise<unknown[]> {
  const failures: unknown[] = [];
  const queue = buyers.entries();
  const worker = async () => {
    for (const [at, buyer] of queue)
      await shopFor(buyer, testWebhookModes[at % testWebhookModes.length] ?? 'now').catch((error: unknown) =>
        failures.push(error),
      );
  };
  await Promise.all(Array.from({ length: 5 }, worker));
  return failures;
}

const count = async (sql: string) => Number((await pool.query(`select count(*) as n from ${sql}`)).rows[0]?.n);
const ofBuyers = `affiliate_id >= ${buyers[0]?.affiliateId}`;
const countPaid = () => count(`shop_order where state = 'paid' and ${ofBuyers}`);

/** Runs the reconciliation job. Payments are backdated because it skips recent ones. */
async function reconcile(): Promise<void> {
  await pool.query(`
    update payment set asked_at = asked_at - interval '1 hour', created_at = created_at - interval '1 hour';
    update payment_refund set created_at = created_at - interval '1 hour'`);
  const id = randomUUID();
  await inTransaction('test', (tx) => enqueue(tx, reconcilePayments({}), {}, { id }));
  await expect
    .poll(() => count(`pgboss.job where name = 'payments.reconcile' and state not in ('completed', 'failed')`), {
      timeout: 60_000,
    })
    .toBe(0);
}

beforeAll(async () => {
  portal = await launch();
  for (const { sub, affiliateId } of buyers) {
    await pool.query(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country,
         birthdate, email_verified_at)
       values ($1, $2, $3, 'Noa', 'Berg', ${affiliateType.diver}, 'US', '1990-01-02', now())`,
      [affiliateId, sub, `buyer${affiliateId}@demo.test`],
    );
    // Specialties require a certification.
    await pool.query("insert into certification (affiliate_id, level_id, cert_date) values ($1, 10, '2024-01-01')", [
      affiliateId,
    ]);
  }
}, 180_000);

afterAll(async () => {
  for (const process of started) await process.kill('SIGKILL');
}, 60_000);

describe('portal killed during checkouts', () => {
  it('charges every buyer once and loses no order', async () => {
    for (const paidBefore of [0, 9]) {
      const shopping = shopAll();
      await expect.poll(countPaid, { interval: 5, timeout: 60_000 }).toBeGreaterThan(paidBefore + 2);
      await portal.kill('SIGKILL');
      await shopping;
      expect(await countPaid()).toBeLessThan(buyers.length);
      portal = await launch();
    }
    expect(await shopAll()).toEqual([]);
    await reconcile();

    for (const buyer of buyers) {
      const orders = await readOrders(buyer);
      expect(orders).toMatchObject([{ state: 'paid' }]);
      const order = await call<Order>(buyer, 'GET', `orders/${orders[0]?.orderId}`);
      expect(order.lines.map(({ state, codes }) => [state, codes.length])).toEqual([
        ['given', 0],
        ['given', 2],
      ]);
      const isBuyer = `affiliate_id = ${buyer.affiliateId}`;
      expect(await count(`enrollment where ${isBuyer} and source = 'order'`)).toBe(1);
      expect(await count(`access_code where holder_affiliate_id = ${buyer.affiliateId}`)).toBe(2);
      expect(await count(`payment where ${isBuyer} and state = 'paid' and amount_minor = ${order.totalMinor}`)).toBe(1);
      expect(await count(`notification where ${isBuyer} and kind = 'shop.order_paid'`)).toBe(1);
      // The payment service's own records, independent of the portal's.
      const pages = `test_gateway_entry where kind = 'page' and state = 'paid' and key like '${order.paymentId}%'`;
      expect(await count(pages)).toBe(1);
    }
    const charged = `test_gateway_entry where state = 'paid' and key like any
      (select payment_id || '%' from payment where ${ofBuyers})`;
    expect(await count(charged)).toBe(buyers.length);
    const checked = await runScript('check-ledger.ts', [], portal.settings);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
  }, 240_000);
});
