import { afterEach, beforeEach } from 'vitest';
import { checkLedger } from '#app/server/check-ledger.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { affiliateType } from '#domain/roles.ts';
import { reconcilePayments, sendRefund } from '#features/payments/server/public.ts';
import type { Job, JobContext } from '#platform/server/jobs/jobs.ts';
import { affiliateIdOf, createApplicationsFixture } from './applications-testing.ts';
import type { TestPortal } from './portal-testing.ts';

type Pay = { payUrl: string };

/** Pays application fees as the payment page and its webhooks do. The ledger must balance after every test. */
export function createApplicationPaymentsFixture(portal: TestPortal) {
  const { services } = portal;
  const applications = createApplicationsFixture(portal);
  const { call, rows } = applications;
  const candidate = affiliateIdOf('candidate');
  const pay = (id: number, as: Parameters<typeof call>[0] = 'candidate') => call<Pay>(as, 'POST', `/${id}/pay`, {});
  /** Pays on the payment page; the webhook arrives now or never. */
  const payAt = (payUrl: string, webhookMode: 'now' | 'never' = 'now') =>
    portal.request(null, 'POST', `/api/shop${payUrl}`, { card: '4242', news: webhookMode });
  const pageOf = (payUrl: string) => portal.request(null, 'GET', `/api/shop${payUrl}`);
  const codeOf = (answer: { json(): unknown }) => (answer.json() as { errors?: { code: string }[] }).errors?.[0]?.code;

  async function run<Payload>(job: Job<Payload>, payload: Payload, minutesLater = 10): Promise<void> {
    const now = new Date(Date.now() + minutesLater * 60_000);
    const fail = ({ err }: { err: unknown }) => {
      throw err;
    };
    await job.run(
      { services, database: services.database, now, log: { error: fail } } as unknown as JobContext,
      payload,
    );
  }
  const reconcile = () => run(reconcilePayments(paymentPurposes), {});
  async function sendRefunds(): Promise<void> {
    for (const { id } of await rows<{ id: string }>("select refund_id as id from payment_refund where state = 'open'"))
      await run(sendRefund(paymentPurposes), { refundId: id });
  }
  const stateOf = async (id: number) =>
    (await rows<{ state: string }>('select state from application where id = $1', [id]))[0]?.state;
  const cardsOf = (levelID = 70) =>
    rows<Record<string, unknown>>(
      'select * from certification where affiliate_id = $1 and level_id = $2 and revoked_at is null',
      [candidate, levelID],
    );
  const kindsOf = async (person: number) =>
    (await rows<{ kind: string }>('select kind from notification where affiliate_id = $1 order by kind', [person])).map(
      ({ kind }) => kind,
    );
  const paymentsOf = () =>
    rows<{ state: string; refunded: number }>(
      `select state, refunded_minor as refunded from payment where affiliate_id = $1 and purpose = 'application'
       order by created_at`,
      [candidate],
    );

  beforeEach(async () => {
    await applications.clear();
    await rows(
      `update person set affiliate_type_id = ${affiliateType.diver}, member_number = null, member_status = null
       where affiliate_id = $1`,
      [candidate],
    );
  });
  afterEach(async () => {
    const { wrong } = await services.database.inTransaction('test', checkLedger);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });

  return {
    ...applications,
    candidate,
    pay,
    payAt,
    pageOf,
    codeOf,
    reconcile,
    sendRefunds,
    stateOf,
    cardsOf,
    kindsOf,
    paymentsOf,
  };
}
