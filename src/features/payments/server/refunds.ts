import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { appendAudit } from '../../../platform/server/audit.ts';
import type { Db } from '../../../platform/server/db.ts';
import { defineJob, enqueue, type Job } from '../../../platform/server/jobs.ts';
import { failPayment } from '../shared/contract.ts';
import type { Gateway } from './gateway.ts';
import { askGateway, gatewayOf } from './gateways.ts';
import { book } from './ledger.ts';
import { type DoingLater, purposeOf, type Purposes } from './purposes.ts';
import * as refunds from './refunds-sql.ts';
import * as sql from './sql.ts';

export interface RefundRequest {
  paymentId: string;
  /** A repeated request is the same refund. */
  refundId: string;
  amountMinor: number;
}

/**
 * That money goes back is written down with the decision, in its transaction; the payment service is asked afterwards,
 * by whoever comes to it first, and the id keeps it from going back twice.
 */
export async function reserveRefund(db: Db, { paymentId, refundId, amountMinor }: RefundRequest): Promise<void> {
  if (!db.isTransaction) throw new Error('a refund is reserved in the transaction that decides it');
  const [payment] = await sql.lockPayment(db, paymentId);
  const [known] = await refunds.findRefund(db, refundId);
  if (known !== undefined) {
    if (known.paymentId !== paymentId || known.amountMinor !== amountMinor) throw failPayment('payments.changed');
    return;
  }
  if (payment?.state !== 'paid' && payment?.state !== 'returned') throw failPayment('payments.none');
  if (amountMinor > payment.amountMinor - payment.refundedMinor) throw failPayment('payments.refund_too_much');
  await refunds.insertRefund(db, payment.affiliateId, paymentId, refundId, amountMinor);
  await enqueue(db, refundPayments({}), { refundId }, { id: refundId });
}

/** Of the gateway that took the money; where that is not set up any more, the refund waits. */
export async function settleRefund(
  doing: DoingLater,
  purposes: Purposes,
  refundId: string,
  given?: Gateway,
): Promise<void> {
  const { db: reading, inTransaction } = doing.services.database;
  const gateway = given ?? (await gatewayOf(doing.services));
  const [refund] = await refunds.findRefund(reading, refundId);
  const [payment] = refund === undefined ? [] : await sql.findPayment(reading, refund.paymentId);
  if (refund?.state !== 'open' || payment === undefined || gateway?.name !== payment.gateway) return;
  const { paymentId, affiliateId, purpose, currency } = payment;
  const { amountMinor } = refund;
  const chargeId = payment.chargeId ?? paymentId;
  const outcome = await askGateway(() => gateway.refund({ key: refundId, chargeId, amountMinor, currency }));
  await inTransaction(doing.correlationId, async (db) => {
    const [open] = await refunds.lockRefund(db, refundId);
    if (open?.state !== 'open') return;
    const { now, correlationId } = doing;
    if (outcome === 'done') {
      await refunds.noteDone(db, refundId, now);
      const entries = { gateway: -amountMinor, [`received:${purpose}`]: amountMinor };
      await book(db, { kind: 'refund', reference: refundId, currency, at: now, entries });
      await purposeOf(purposes, payment).refunded?.({ ...doing, db }, payment, { ...refund, state: 'done' });
    } else {
      // The area's rows before the payment's, as where somebody wants money back.
      await purposeOf(purposes, payment).refundRefused?.({ ...doing, db }, payment, { ...refund, state: 'refused' });
      await refunds.noteRefused(db, refundId, now);
    }
    await appendAudit(db, {
      actor: null,
      action: outcome === 'done' ? 'payments.refunded' : 'payments.refund_refused',
      subject: `person:${affiliateId}`,
      data: { paymentId, refundId, purpose, amountMinor, currency },
      correlationId,
    });
  });
}

export function refundPayments(purposes: Purposes): Job<{ refundId: string }> {
  return defineJob(
    'payments.refund',
    { schema: z.object({ refundId: z.uuid() }), retryDelayS: 30 },
    async ({ services, now }, { refundId }) => {
      await settleRefund({ services, now, correlationId: randomUUID() }, purposes, refundId);
    },
  );
}
