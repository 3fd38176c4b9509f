import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PageRequest } from '#features/payments/server/gateway/gateway.ts';
import {
  type Gateway,
  openPayment,
  type PaymentPurpose,
  reconcilePayments,
  reserveCharge,
  settlePayment,
} from '#features/payments/server/public.ts';
import { affiliateType } from '#domain/roles.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { TestPortal } from './portal-testing.ts';

/** A request for a payment page. */
export const createPageRequest = (changes: Partial<PageRequest> = {}): PageRequest => ({
  key: randomUUID(),
  paymentId: randomUUID(),
  amountMinor: 2695,
  currency: 'USD',
  description: 'The first year',
  isCardKept: true,
  email: 'noa@demo.test',
  locale: 'en-US',
  returnUrl: 'http://localhost:3999/club?payment=paid',
  leaveUrl: 'http://localhost:3999/club?payment=left',
  expiresAt: new Date(Date.now() + 3_600_000),
  ...changes,
});

/** A price without tax. */
export const createQuote = (totalMinor: number, currency: string) => ({
  usdMinor: totalMinor,
  country: 'US',
  currency,
  isTaxIncluded: false,
  taxBp: 0,
  taxMinor: 0,
  unitMinor: totalMinor,
  totalMinor,
});

/** A payment request for a first club year. */
export const createFirstYearPayment = (affiliateId: number) => ({
  affiliateId,
  key: randomUUID(),
  purpose: 'club',
  reference: { kind: 'first', isRenewing: false, quote: createQuote(2695, 'USD') },
  amountMinor: 2695,
  currency: 'USD',
  description: 'x',
  returnPath: '/club',
});

/** A payment purpose that records each delivery in a table, to test that it is delivered exactly once. */
export async function createPaymentsFixture(portal: TestPortal) {
  const { services, app } = portal;
  const { pool, inTransaction } = services.database;
  await pool.query('create table delivery (payment_id uuid primary key, refunded_minor bigint not null default 0)');
  const stock = { isEmpty: false };
  const club: PaymentPurpose = {
    async paid({ db }, { paymentId }) {
      if (stock.isEmpty) return false;
      await sql`insert into delivery (payment_id) values (${paymentId})`.execute(db);
      return true;
    },
    async declined() {
      // No notification is sent.
    },
    async refunded({ db }, { paymentId }, { amountMinor }) {
      await sql`update delivery set refunded_minor = refunded_minor + ${amountMinor} where payment_id = ${paymentId}`.execute(
        db,
      );
    },
  };
  const purposes = { club };
  const createContext = (now = new Date()) => ({ services, now, correlationId: randomUUID() });
  const createRequest = (affiliateId: number, amountMinor = 4_200) => ({
    affiliateId,
    key: randomUUID(),
    purpose: 'club',
    reference: { kind: 'first', isRenewing: false, quote: createQuote(amountMinor, 'EUR') },
    amountMinor,
    currency: 'EUR',
    description: 'Something',
    returnPath: '/',
  });

  /** A person without any other data. */
  async function newPerson(): Promise<{ affiliateId: number; email: string }> {
    const email = `${randomUUID()}@demo.test`;
    const { rows } = await pool.query<{ affiliate_id: number }>(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
       select max(affiliate_id) + 1, $1, $2, 'Noa', 'Berg', ${affiliateType.diver} from person returning affiliate_id`,
      [randomUUID(), email],
    );
    return { affiliateId: rows[0]?.affiliate_id ?? 0, email };
  }

  async function open(affiliateId: number, overrides: Partial<ReturnType<typeof createRequest>> = {}) {
    const request = { ...createRequest(affiliateId), ...overrides, isCardKept: false };
    const { paymentId, url } = await inTransaction('test', (db) =>
      openPayment({ db, now: new Date(), services }, request),
    );
    return { paymentId, url: url ?? '', key: request.key };
  }
  const charge = (affiliateId: number, method = 'test_4242') =>
    inTransaction('test', (db) =>
      reserveCharge({ db, now: new Date(), services }, { ...createRequest(affiliateId), method, hint: null }),
    );
  const settle = (paymentId: string, gateway?: Gateway) => settlePayment(createContext(), purposes, paymentId, gateway);

  /** Runs the reconciliation job `minutes` from now and returns the errors of single payments and refunds. */
  async function reconcile(minutes: number, gateway?: Gateway): Promise<unknown[]> {
    const failures: unknown[] = [];
    const log = { ...app.log, error: ({ err }: { err: unknown }) => failures.push(err) };
    const now = new Date(Date.now() + minutes * 60_000);
    const context = { services, database: services.database, now, log } as unknown as JobContext;
    await reconcilePayments(purposes, gateway)
      .run(context, {})
      .catch((error: unknown) => {
        // Its cause is among the errors.
        if (failures.length === 0) throw error;
      });
    return failures;
  }

  /** Pays on the page without sending a webhook. */
  const pay = (url: string, card: string) => portal.request(null, 'POST', `/api/shop${url}`, { card, news: 'never' });
  const stateOf = async (paymentId: string): Promise<string | undefined> =>
    (await pool.query<{ state: string }>('select state from payment where payment_id = $1', [paymentId])).rows[0]
      ?.state;
  /** The refunded amount, or an empty list if nothing was delivered. */
  const refundedOf = async (paymentId: string): Promise<number[]> =>
    (
      await pool.query<{ refunded_minor: number }>('select refunded_minor from delivery where payment_id = $1', [
        paymentId,
      ])
    ).rows.map((row) => row.refunded_minor);
  const refundsOf = async (paymentId: string): Promise<[number, string][]> =>
    (
      await pool.query<{ amount_minor: number; state: string }>(
        'select amount_minor, state from payment_refund where payment_id = $1 order by created_at',
        [paymentId],
      )
    ).rows.map((row) => [row.amount_minor, row.state]);
  /** The test gateway's charges and refunds of a payment. */
  const gatewayEntriesOf = async (paymentId: string): Promise<[string, number][]> =>
    (
      await pool.query<{ kind: string; amount_minor: number }>(
        `select kind, amount_minor from test_gateway_entry
         where (key like $1 || '%' or of_key like $1 || '%') and state in ('paid', 'done') order by created_at`,
        [paymentId],
      )
    ).rows.map((row) => [row.kind, row.amount_minor]);
  const balances = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await pool.query<{ account: string; sum: number }>(
          'select account, sum(amount_minor)::bigint as sum from ledger_entry group by account',
        )
      ).rows.map(({ account, sum }) => [account, sum]),
    );

  return {
    purposes,
    stock,
    createContext,
    newPerson,
    open,
    charge,
    settle,
    reconcile,
    pay,
    stateOf,
    refundedOf,
    refundsOf,
    gatewayEntriesOf,
    balances,
  };
}
