import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob, enqueue, type Job } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway/gateway.ts';
import { callGateway, getGateway } from './gateway/get-gateway.ts';
import { recordLedgerTransaction } from './ledger/ledger.ts';
import { type OperationContext, getPurpose, type PaymentPurposes } from './payment-purpose.ts';
import * as refunds from './refund-queries.ts';
import * as queries from './queries.ts';
import { notifyRefundRejected } from './notifications.ts';

export interface RefundRequest {
  paymentId: string;
  /** A repeated id is the same refund. */
  refundId: string;
  amountMinor: number;
}

/**
 * Reserves a refund in the transaction that decides it. The payment service is called afterwards by a job, and the id
 * prevents a second refund.
 */
export async function reserveRefund(db: Db, { paymentId, refundId, amountMinor }: RefundRequest): Promise<void> {
  if (!db.isTransaction) throw new Error('refunds must be reserved in a transaction');
  const payment = await queries.lockPayment.first(db, { paymentId });
  const known = await refunds.findRefund.first(db, { refundId });
  if (known !== undefined) {
    if (known.paymentId !== paymentId || known.amountMinor !== amountMinor) throw failPayment('payments.changed');
    return;
  }
  if (payment?.state !== 'paid' && payment?.state !== 'returned') throw failPayment('payments.none');
  if (amountMinor > payment.amountMinor - payment.refundedMinor) throw failPayment('payments.refund_too_much');
  await refunds.insertRefund(db, { affiliateId: payment.affiliateId, paymentId, refundId, amountMinor });
  await enqueue(db, sendRefund({}), { refundId }, { id: refundId });
}

/**
 * Returns a late payment in full; a rejected attempt is retried as a new refund. Returns null if one is pending or
 * done.
 */
export async function reserveReturn(db: Db, paymentId: string): Promise<RefundRequest | null> {
  const payment = await queries.lockPayment.first(db, { paymentId });
  if (payment?.state !== 'returned') throw failPayment('payments.none');
  const { tries = 0, isUnderWay = false } = (await refunds.countRefundAttempts.first(db, { paymentId })) ?? {};
  if (isUnderWay) return null;
  const refundId = createUuidFromText(`return ${paymentId} ${tries}`);
  const request = { paymentId, refundId, amountMinor: payment.amountMinor };
  await reserveRefund(db, request);
  return request;
}

/**
 * Sends the refund to the gateway that took the payment; if that is no longer configured, the refund stays open. Safe
 * to repeat, also for completed refunds, because a bank may have returned one.
 */
export async function settleRefund(
  ctx: OperationContext,
  purposes: PaymentPurposes,
  refundId: string,
  gatewayOverride?: Gateway,
): Promise<void> {
  const { db: reading, inTransaction } = ctx.services.database;
  const gateway = gatewayOverride ?? (await getGateway(ctx.services));
  const found = await refunds.findRefund.first(reading, { refundId });
  const payment = found && (await queries.findPayment.first(reading, { paymentId: found.paymentId }));
  if (found === undefined || found.state === 'refused' || payment === undefined || gateway?.name !== payment.gateway)
    return;
  const { paymentId, currency } = payment;
  const { amountMinor } = found;
  const chargeId = payment.chargeId ?? paymentId;
  const outcome = await callGateway(() => gateway.refund({ key: refundId, chargeId, amountMinor, currency }));
  if (outcome === 'pending') return;
  await inTransaction(ctx.correlationId, async (db) => {
    const refund = await refunds.lockRefund.first(db, { refundId });
    if (refund === undefined || refund.state === 'refused' || refund.state === outcome) return;
    await (outcome === 'done' ? completeRefund : rejectRefund)({ ...ctx, db }, purposes, payment, refund);
  });
}

async function completeRefund(
  ctx: TransactionContext,
  purposes: PaymentPurposes,
  payment: queries.Payment,
  refund: refunds.Refund,
): Promise<void> {
  const { db, now } = ctx;
  const { refundId, amountMinor } = refund;
  const { purpose, currency } = payment;
  await refunds.markRefundDone(db, { refundId, now });
  const entries = { gateway: -amountMinor, [`received:${purpose}`]: amountMinor };
  await recordLedgerTransaction(db, { kind: 'refund', reference: refundId, currency, at: now, entries });
  await getPurpose(purposes, payment).refunded?.(ctx, payment, { ...refund, state: 'done' });
  await recordRefundAudit(ctx, payment, refund, 'payments.refunded');
}

async function rejectRefund(
  ctx: TransactionContext,
  purposes: PaymentPurposes,
  payment: queries.Payment,
  refund: refunds.Refund,
): Promise<void> {
  const { db, now } = ctx;
  const { refundId, amountMinor } = refund;
  const { purpose, currency } = payment;
  const purposeHandlers = getPurpose(purposes, payment);
  // The feature's rows are locked before the payment's, in the same order as when a refund is requested.
  const isRestored = (await purposeHandlers.refundRejected?.(ctx, payment, refund)) ?? false;
  await refunds.markRefundRejected(db, { refundId, now });
  if (refund.state === 'done') {
    const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
    await recordLedgerTransaction(db, { kind: 'refund.failed', reference: refundId, currency, at: now, entries });
  }
  await recordRefundAudit(ctx, payment, refund, 'payments.refund_refused');
  await notifyRefundRejected(ctx, payment, refund, {
    isRestored,
    deskPath: purposeHandlers.deskPath?.(payment) ?? null,
  });
}

async function recordRefundAudit(
  { db, correlationId }: TransactionContext,
  { paymentId, affiliateId, purpose, currency }: queries.Payment,
  { refundId, amountMinor }: refunds.Refund,
  action: 'payments.refunded' | 'payments.refund_refused',
): Promise<void> {
  await appendAudit(db, {
    actor: null,
    action,
    subject: `person:${affiliateId}`,
    data: { paymentId, refundId, purpose, amountMinor, currency },
    correlationId,
  });
}

export function sendRefund(purposes: PaymentPurposes): Job<{ refundId: string }> {
  return defineJob(
    'payments.refund',
    { schema: z.object({ refundId: z.uuid() }), retryDelayS: 30 },
    async ({ services, now }, { refundId }) => {
      await settleRefund({ services, now, correlationId: randomUUID() }, purposes, refundId);
    },
  );
}
