import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLedger } from '#app/server/check-ledger.ts';
import { createPaymentsFixture } from '#test/support/api/payments-testing.ts';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Gateway } from '#features/payments/server/gateway/gateway.ts';
import { reserveRefund } from '#features/payments/server/public.ts';
import { createTestGateway } from '#features/payments/server/gateway/test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, inTransaction } = services.database;
const { newPerson, open, charge, settle, reconcile, pay, balances, stock } = await createPaymentsFixture(portal);
const real = createTestGateway(services);
const { affiliateId } = await newPerson();

/** A gateway that performs every call but loses each n-th response. */
function createLossyGateway(every: number): Gateway {
  let count = 0;
  const lose = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer;
    count += 1;
    if (count % every === 0) throw new Error('connection lost');
    return result;
  };
  return {
    ...real,
    findPage: (pageId) => lose(real.findPage(pageId)),
    charge: (request) => lose(real.charge(request)),
    refund: (request) => lose(real.refund(request)),
  };
}

type Step =
  | { do: 'page' }
  | { do: 'charge' }
  | { do: 'pay'; which: number; card: '4242' | '0002' }
  | { do: 'settle'; which: number; isLossy: boolean }
  | { do: 'refund'; which: number; share: number }
  | { do: 'reconcile'; isLossy: boolean }
  | { do: 'sell out'; isEmpty: boolean };

const which = fc.nat(9);
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constant('page') }),
    fc.record({ do: fc.constant('charge') }),
    fc.record({ do: fc.constant('pay'), which, card: fc.constantFrom('4242', '0002') }),
    fc.record({ do: fc.constant('settle'), which, isLossy: fc.boolean() }),
    fc.record({ do: fc.constant('refund'), which, share: fc.integer({ min: 1, max: 4300 }) }),
    fc.record({ do: fc.constant('reconcile'), isLossy: fc.boolean() }),
    fc.record({ do: fc.constant('sell out'), isEmpty: fc.boolean() }),
  ),
  { minLength: 8, maxLength: 24 },
);

/** The balance according to the gateway's own records. */
async function readGatewayBalance(): Promise<number> {
  const { rows } = await pool.query<{ minor: number }>(
    `select coalesce(sum(case state when 'paid' then amount_minor when 'done' then -amount_minor end), 0)::bigint as minor
     from test_gateway_entry`,
  );
  return rows[0]?.minor ?? 0;
}

/** Payments in this file have no orders, so findings about missing orders are ignored. */
const findWrong = async () =>
  (await inTransaction('test', checkLedger)).wrong.filter((line) => !/has no paid order$|^received:/.test(line));

describe('ledger', () => {
  it("matches the gateway's balance after any sequence of operations and failures", async () => {
    let minutes = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (sequence, every) => {
        const gateway = createLossyGateway(every);
        const payments: { paymentId: string; url: string }[] = [];
        const pick = (index: number) => payments[index % Math.max(payments.length, 1)];
        for (const step of sequence) {
          if (step.do === 'page') payments.push(await open(affiliateId));
          else if (step.do === 'charge') payments.push({ paymentId: await charge(affiliateId), url: '' });
          else if (step.do === 'sell out') stock.isEmpty = step.isEmpty;
          else if (step.do === 'reconcile') await reconcile((minutes += 10), step.isLossy ? gateway : undefined);
          else {
            const one = pick(step.which);
            if (one === undefined) continue;
            const { paymentId, url } = one;
            if (step.do === 'pay') await (url !== '' && pay(url, step.card));
            else if (step.do === 'settle')
              await settle(paymentId, step.isLossy ? gateway : undefined).catch(assertCode('payments.gateway_down'));
            else {
              const refund = { paymentId, refundId: randomUUID(), amountMinor: step.share };
              await inTransaction('test', (db) => reserveRefund(db, refund)).catch(
                assertCode('payments.refund_too_much', 'payments.none'),
              );
            }
          }
          expect(await findWrong()).toEqual([]);
        }
        // Finally every payment and refund is checked.
        await reconcile((minutes += 10));
        await reconcile((minutes += 10));
        expect(await findWrong()).toEqual([]);
        expect((await balances()).gateway ?? 0).toBe(await readGatewayBalance());
        const { rows } = await pool.query(
          `select payment_id, state, (select count(*)::int from delivery d where d.payment_id = p.payment_id) as deliveries
           from payment p where payment_id = any($1)`,
          [payments.map(({ paymentId }) => paymentId)],
        );
        for (const { state, deliveries } of rows) expect(deliveries).toBe(state === 'paid' ? 1 : 0);
      }),
      { numRuns: propertyRuns(12) },
    );
  }, 120_000);
});

function assertCode(...codes: string[]) {
  return (error: { code?: string }) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
