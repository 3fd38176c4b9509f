import { afterEach, describe, expect, it, vi } from 'vitest';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';
import { findPendingCharge, openPayment, reconcilePayments, reserveCharge } from '#features/payments/server/public.ts';
import { createFirstYearPayment } from '#test/support/api/payments-testing.ts';

const portal = await testPortal({ NODE_ENV: 'production', BASE_URL: 'https://portal.example', DEMO: 'false' });
const { services } = portal;
const { pool, db, inTransaction } = services.database;
const { newDiver, join, read, goTo, runClubMaintenance } = createClubFixture(portal);
const before = { ...services, env: { ...services.env, PAYMENT_GATEWAY: 'test' as const } };

afterEach(() => vi.useRealTimers());

describe('without a payment service', () => {
  it('paid offers return 503 and free ones are available', async () => {
    const { email, affiliateId } = await newDiver(toIsoDate(new Date()));
    const answer = await join(email, 'first');
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'payments.no_gateway']);
    expect((await pool.query('select from payment where affiliate_id = $1', [affiliateId])).rowCount).toBe(0);
    expect((await join(email, 'trial')).json()).toMatchObject({ club: { status: 'trial' } });
  });

  it('payment links return 404', async () => {
    const { email, affiliateId } = await newDiver();
    const { url } = await inTransaction('test', (tx) =>
      openPayment(
        { db: tx, now: new Date(), services: before },
        { ...createFirstYearPayment(affiliateId), isCardKept: false },
      ),
    );
    for (const [method, path, payload] of [
      ['GET', url],
      ['POST', url, { card: '4242' }],
      ['POST', `${url}/page`],
      ['POST', '/webhooks/test', {}],
      ['POST', '/webhooks/stripe', {}],
    ] as const) {
      const answer = await portal.request(null, method, `/api/shop${path}`, payload);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'not_found']);
    }
    expect((await read(email)).history).toEqual([]);
  });

  it('stored cards are not charged and open payments stay open', async () => {
    const { endsOn } = await read('diver@demo.test');
    const countPayments = async () => (await pool.query('select from payment where affiliate_id = 400001')).rowCount;
    const paid = await countPayments();
    goTo(endsOn ?? '');
    await runClubMaintenance();
    expect(await countPayments()).toBe(paid);
    const { affiliateId } = await newDiver();
    await inTransaction('test', (tx) =>
      reserveCharge(
        { db: tx, now: new Date(), services: before },
        { ...createFirstYearPayment(affiliateId), method: 'test_4242', hint: '4242' },
      ),
    );
    const now = new Date(Date.now() + 3_600_000);
    const context = { services, database: services.database, now, log: portal.app.log } as unknown as JobContext;
    await reconcilePayments(paymentPurposes).run(context, {});
    expect(await findPendingCharge(db, affiliateId, 'club')).not.toBeNull();
  });
});
