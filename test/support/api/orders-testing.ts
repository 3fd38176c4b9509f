import { randomUUID } from 'node:crypto';
import { affiliateType, type Role } from '#domain/roles.ts';
import { reconcilePayments } from '#features/payments/server/public.ts';
import { grantCredit } from '#features/shop/server/credit/grant-credit.ts';
import { expireOrders } from '#features/shop/server/public.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import type { Job, JobContext } from '#platform/server/jobs/jobs.ts';
import { checkLedger } from '#app/server/check-ledger.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { type Person, staff, createShopFixture } from './shop-testing.ts';

type Shop = Awaited<ReturnType<typeof createShopFixture>>;
export interface BuyOptions {
  productId: number;
  quantity?: number;
  isGift?: boolean;
  licenseID?: number | null;
}

const firstAffiliateId = 530_001;

/** Buyers, payments and ledger checks on a separate portal. Call it at the top of a test file. */
export async function createOrdersFixture() {
  const shop = await createShopFixture();
  const { services, rows, portal } = shop;
  let count = 0;

  /** A buyer in the United States by default, where tax is added to prices. A store gets credit. */
  async function newBuyer(role: Role = 'diver', country = 'US'): Promise<Person> {
    const id = firstAffiliateId + count++;
    const email = `buyer${id}@demo.test`;
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country, store_number,
         member_number, birthdate, email_verified_at)
       values ($1, $2, $3, 'Noa', 'Berg', $4, $5, $6, $7, $8, now())`,
      [
        id,
        randomUUID(),
        email,
        affiliateType[role === 'professional' ? 'divemaster' : role],
        country,
        role === 'store' ? id : null,
        role === 'professional' ? id : null,
        role === 'store' ? null : '1990-01-02',
      ],
    );
    // Specialties require a certification. One from elsewhere is no card that could be ordered.
    if (role === 'diver')
      await rows(
        `insert into outside_certification (affiliate_id, agency, level, status, decided_at, equivalent_level_id)
         values ($1, 'Elsewhere', 'Open Water', 'approved', now(), 10)`,
        [id],
      );
    if (role === 'store')
      await services.database.inTransaction('test', (db) =>
        grantCredit(db, { storeNumber: id, amount: 10_000, by: 'a test', at: new Date() }),
      );
    return { id, email };
  }

  async function certify({ id }: Person, levelID = 10): Promise<number> {
    const [row] = await rows<{ license_id: number }>(
      `insert into certification (affiliate_id, level_id, cert_date) values ($1, $2, '2020-05-01') returning license_id`,
      [id, levelID],
    );
    return Number(row?.license_id);
  }

  async function makeOrder(
    person: Person,
    products: readonly BuyOptions[],
    payment: Parameters<Shop['checkout']>[1] = {},
  ) {
    for (const product of products) {
      const put = await shop.putInBasket(person, product);
      if (put.status !== 200) throw new Error(`adding to the basket failed: ${JSON.stringify(put.body)}`);
    }
    const order = await shop.checkout(person, payment);
    if (order.status !== 200) throw new Error(`checkout failed: ${JSON.stringify(order.body)}`);
    return order.body;
  }

  async function buy(person: Person, products: readonly BuyOptions[], payment: Parameters<Shop['checkout']>[1] = {}) {
    const { orderId, payUrl } = await makeOrder(person, products, payment);
    if (payUrl !== null) await shop.payAt(payUrl);
    return shop.order(person, orderId);
  }

  const failures: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => failures.push(err) };
  async function run(job: Job<object>, minutesLater: number): Promise<void> {
    const now = new Date(Date.now() + minutesLater * 60_000);
    const ctx = { services, database: services.database, now, log } as unknown as JobContext;
    await job.run(ctx, {});
    if (failures.length > 0) throw new AggregateError(failures.splice(0), `job ${job.name} failed`);
  }

  return {
    ...shop,
    newBuyer,
    certify,
    makeOrder,
    buy,
    /** Runs the job that reconciles payments and sends refunds. */
    reconcile: (minutesLater = 10) => run(reconcilePayments(paymentPurposes), minutesLater),
    expire: (minutesLater = 24 * 60 + 1) => run(expireOrders(paymentPurposes), minutesLater),

    refund: (orderId: string, lines: object[], key: string = randomUUID(), reason = 'Bought by mistake.') =>
      shop.call<Order>(staff, 'POST', `desk/orders/${orderId}/refund`, { key, lines, reason }),
    /** Refund lines with the full amount. */
    whole: ({ lines }: Order, ...places: number[]) =>
      places.map((at) => ({ lineId: lines[at]?.lineId, amountMinor: lines[at]?.totalMinor })),

    /** Throws if the ledger check reports errors. */
    async assertLedgerIsConsistent(): Promise<void> {
      const { wrong } = await services.database.inTransaction('test', checkLedger);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },

    async balance(account: string): Promise<number> {
      const [row] = await rows<{ sum: number }>(
        'select coalesce(sum(amount_minor), 0)::bigint as sum from ledger_entry where account = $1',
        [account],
      );
      return Number(row?.sum);
    },
    /** Ledger amounts of an order or a refund, by account. */
    async booked(reference: string): Promise<Record<string, number>> {
      const booked = await rows<{ account: string; minor: number }>(
        `select kind || ' ' || account as account, amount_minor as minor
         from ledger_entry join ledger_transaction using (transaction_id) where reference = $1 order by 1`,
        [reference],
      );
      return Object.fromEntries(booked.map(({ account, minor }) => [account, Number(minor)]));
    },
    noticeKindsOf: async ({ id }: Person) =>
      (
        await rows<{ kind: string }>(
          `select kind from notification where affiliate_id = $1 and kind like 'shop.%' order by timestamp, kind`,
          [id],
        )
      ).map(({ kind }) => kind),
    audited: async ({ id }: Person) =>
      (
        await rows<{ action: string }>(
          `select action from audit_entry where subject = $1 and action like 'shop.%' order by seq`,
          [`person:${id}`],
        )
      ).map(({ action }) => action),
    request: portal.request,
  };
}
