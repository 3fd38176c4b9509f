import { appendAudit } from '#platform/server/observability/audit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { isErased } from '#features/account/server/public.ts';
import type { Gateway } from './gateway/gateway.ts';
import { callGateway, getGateway } from './gateway/get-gateway.ts';
import { recordLedgerTransaction } from './ledger/ledger.ts';
import { type TransactionContext, type OperationContext, getPurpose, type PaymentPurposes } from './payment-purpose.ts';
import { reserveRefund } from './refunds.ts';
import * as sql from './queries.ts';

type GatewayResult =
  | { state: 'open' | 'expired' | 'declined' }
  | { state: 'paid'; chargeId: string; method: string | null; hint: string | null };

/**
 * The only function that ends a payment. The payment service is called outside any transaction; its result and the
 * feature's changes are stored in one. Safe to repeat.
 */
export async function settlePayment(
  doing: OperationContext,
  purposes: PaymentPurposes,
  paymentId: string,
  given?: Gateway,
): Promise<sql.Payment | undefined> {
  const { db: reading, inTransaction } = doing.services.database;
  const gateway = given ?? (await getGateway(doing.services));
  const [asked] = await sql.findPayment(reading, paymentId);
  // A payment of a gateway that is no longer configured cannot be checked, so it stays open.
  if (asked === undefined || !canSettle(asked) || gateway?.name !== asked.gateway) return asked;
  const answer = await fetchResult(gateway, asked);
  if (answer.state === 'open') return asked;
  return inTransaction(doing.correlationId, async (db) => {
    const [payment] = await sql.lockPayment(db, paymentId);
    if (payment === undefined || !canSettle(payment)) return payment;
    if (answer.state === 'paid') return acceptPayment({ ...doing, db }, purposes, payment, answer);
    if (answer.state === 'declined') return declinePayment({ ...doing, db }, purposes, payment);
    // Another page may have been opened since, or there is still time for one.
    if (payment.state !== 'open' || payment.pageId !== asked.pageId) return payment;
    if (payment.expiresAt > doing.now) return (await sql.clearPage(db, paymentId))[0];
    return (await sql.settlePayment(db, paymentId, 'expired', null, null, null, doing.now))[0];
  });
}

/** A page that was paid at the last moment counts, even after its payment expired. */
function canSettle({ state, pageId }: sql.Payment): boolean {
  return state === 'open' || (state === 'expired' && pageId !== null);
}

async function fetchResult(gateway: Gateway, payment: sql.Payment): Promise<GatewayResult> {
  const { paymentId: key, method, hint, pageId, amountMinor, currency, description } = payment;
  if (method !== null) {
    const charge = { key, method, amountMinor, currency, description };
    const result = await callGateway(() => gateway.charge(charge));
    return result.state === 'paid' ? { ...result, method, hint } : result;
  }
  return pageId === null ? { state: 'open' } : callGateway(() => gateway.findPage(pageId));
}

async function acceptPayment(
  doing: TransactionContext,
  purposes: PaymentPurposes,
  payment: sql.Payment,
  { chargeId, method, hint }: Extract<GatewayResult, { state: 'paid' }>,
): Promise<sql.Payment | undefined> {
  const { db, now } = doing;
  const { paymentId, affiliateId, amountMinor, currency, purpose } = payment;
  const [paid] = await sql.settlePayment(db, paymentId, 'paid', method, hint, chargeId, now);
  const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'payment', reference: paymentId, currency, at: now, entries });
  // Nothing is fulfilled for an erased person; the money is returned.
  const isTaken = paid && !(await isErased(db, affiliateId)) && (await getPurpose(purposes, paid).paid(doing, paid));
  await recordPaymentAudit(doing, payment, isTaken ? 'paid' : 'returned');
  if (isTaken) return paid;
  await reserveRefund(db, { paymentId, refundId: createUuidFromText(`return ${paymentId}`), amountMinor });
  return (await sql.settlePayment(db, paymentId, 'returned', null, null, chargeId, now))[0];
}

/** Applies to stored cards only; on a payment page another card can be tried. */
async function declinePayment(
  doing: TransactionContext,
  purposes: PaymentPurposes,
  payment: sql.Payment,
): Promise<sql.Payment | undefined> {
  const { db, now } = doing;
  const { paymentId, affiliateId, method, hint } = payment;
  const isGone = await isErased(db, affiliateId);
  const kept = isGone ? ([null, null] as const) : ([method, hint] as const);
  const [declined] = await sql.settlePayment(db, paymentId, 'declined', ...kept, null, now);
  if (!isGone && declined) await getPurpose(purposes, declined).declined(doing, declined);
  await recordPaymentAudit(doing, payment, 'declined');
  return declined;
}

async function recordPaymentAudit(
  { db, correlationId }: TransactionContext,
  { paymentId, affiliateId, purpose, amountMinor, currency, pageId }: sql.Payment,
  state: 'paid' | 'returned' | 'declined',
): Promise<void> {
  await appendAudit(db, {
    // A page is paid by the person; a stored card is charged by the system.
    actor: pageId === null ? null : affiliateId,
    action: `payments.${state}`,
    subject: `person:${affiliateId}`,
    data: { paymentId, purpose, amountMinor, currency },
    correlationId,
  });
}
