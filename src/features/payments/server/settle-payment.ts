import type { TransactionContext } from '#platform/server/http/context.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { isErased } from '#features/account/server/public.ts';
import type { Gateway } from './gateway/gateway.ts';
import { callGateway, getGateway } from './gateway/get-gateway.ts';
import { recordLedgerTransaction } from './ledger/ledger.ts';
import { type OperationContext, getPurpose, type PaymentPurposes } from './payment-purpose.ts';
import { reserveRefund } from './refunds.ts';
import * as queries from './queries.ts';

type GatewayResult =
  | { state: 'open' | 'expired' | 'declined' }
  | { state: 'paid'; chargeId: string; method: string | null; hint: string | null };

const noCard = { method: null, hint: null };

/**
 * The only function that ends a payment. The payment service is called outside any transaction; its result and the
 * feature's changes are stored in one. Safe to repeat.
 */
export async function settlePayment(
  ctx: OperationContext,
  purposes: PaymentPurposes,
  paymentId: string,
  gatewayOverride?: Gateway,
): Promise<queries.Payment | undefined> {
  const { db: reading, inTransaction } = ctx.services.database;
  const gateway = gatewayOverride ?? (await getGateway(ctx.services));
  const found = await queries.findPayment.first(reading, { paymentId });
  // A payment of a gateway that is no longer configured cannot be checked, so it stays open.
  if (found === undefined || !canSettle(found) || gateway?.name !== found.gateway) return found;
  const answer = await fetchResult(gateway, found);
  if (answer.state === 'open') return found;
  return inTransaction(ctx.correlationId, async (db) => {
    const payment = await queries.lockPayment.first(db, { paymentId });
    if (payment === undefined || !canSettle(payment)) return payment;
    if (answer.state === 'paid') return acceptPayment({ ...ctx, db }, purposes, payment, answer);
    if (answer.state === 'declined') return declinePayment({ ...ctx, db }, purposes, payment);
    // Another page may have been opened since, or there is still time for one.
    if (payment.state !== 'open' || payment.pageId !== found.pageId) return payment;
    if (payment.expiresAt > ctx.now) return queries.clearPage.first(db, { paymentId });
    return queries.updateSettlement.first(db, { paymentId, state: 'expired', ...noCard, chargeId: null, now: ctx.now });
  });
}

/** A page that was paid at the last moment counts, even after its payment expired. */
function canSettle({ state, pageId }: queries.Payment): boolean {
  return state === 'open' || (state === 'expired' && pageId !== null);
}

async function fetchResult(gateway: Gateway, payment: queries.Payment): Promise<GatewayResult> {
  const { paymentId: key, method, hint, pageId, amountMinor, currency, description } = payment;
  if (method !== null) {
    const charge = { key, method, amountMinor, currency, description };
    const result = await callGateway(() => gateway.charge(charge));
    return result.state === 'paid' ? { ...result, method, hint } : result;
  }
  return pageId === null ? { state: 'open' } : callGateway(() => gateway.findPage(pageId));
}

async function acceptPayment(
  ctx: TransactionContext,
  purposes: PaymentPurposes,
  payment: queries.Payment,
  { chargeId, method, hint }: Extract<GatewayResult, { state: 'paid' }>,
): Promise<queries.Payment | undefined> {
  const { db, now } = ctx;
  const { paymentId, affiliateId, amountMinor, currency, purpose } = payment;
  const paid = await queries.updateSettlement.first(db, { paymentId, state: 'paid', method, hint, chargeId, now });
  const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'payment', reference: paymentId, currency, at: now, entries });
  // Nothing is fulfilled for an erased person; the money is returned.
  const isTaken = paid && !(await isErased(db, affiliateId)) && (await getPurpose(purposes, paid).paid(ctx, paid));
  await recordPaymentAudit(ctx, payment, isTaken ? 'paid' : 'returned');
  if (isTaken) return paid;
  await reserveRefund(db, { paymentId, refundId: createUuidFromText(`return ${paymentId}`), amountMinor });
  return queries.updateSettlement.first(db, { paymentId, state: 'returned', ...noCard, chargeId, now });
}

/** Applies to stored cards only; on a payment page another card can be tried. */
async function declinePayment(
  ctx: TransactionContext,
  purposes: PaymentPurposes,
  payment: queries.Payment,
): Promise<queries.Payment | undefined> {
  const { db, now } = ctx;
  const { paymentId, affiliateId, method, hint } = payment;
  const isOwnerErased = await isErased(db, affiliateId);
  const card = isOwnerErased ? noCard : { method, hint };
  const declined = await queries.updateSettlement.first(db, {
    paymentId,
    state: 'declined',
    ...card,
    chargeId: null,
    now,
  });
  if (!isOwnerErased && declined) await getPurpose(purposes, declined).declined(ctx, declined);
  await recordPaymentAudit(ctx, payment, 'declined');
  return declined;
}

async function recordPaymentAudit(
  { db, correlationId }: TransactionContext,
  { paymentId, affiliateId, purpose, amountMinor, currency, pageId }: queries.Payment,
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
