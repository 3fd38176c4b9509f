import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { insertEntry } from '#features/payments/server/gateway/test-gateway-queries.ts';
import { recordLedgerTransaction } from '#features/payments/server/ledger/ledger.ts';
import type { PaymentRequest } from '#features/payments/server/payments.ts';
import * as queries from '#features/payments/server/queries.ts';

/** Seeds a settled and booked payment at the test gateway, so the desk can refund it. */
export async function seedDemoPayment(
  db: Db,
  request: PaymentRequest & { isCardKept: boolean },
  at: Date,
): Promise<queries.Payment> {
  const { affiliateId, purpose, reference, amountMinor, currency, description, returnPath, isCardKept } = request;
  const card = { method: 'test_4242', hint: '4242' };
  const inserted = await queries.insertPayment.first(db, {
    affiliateId,
    key: createUuidFromText(`demo ${request.key}`),
    purpose,
    reference,
    amountMinor,
    currency,
    description,
    returnPath,
    isCardKept,
    method: null,
    hint: null,
    now: at,
    expiresAt: at,
    gateway: 'test',
  });
  if (inserted === undefined) throw new Error(`demo payment ${request.key} already exists`);
  const { paymentId } = inserted;
  await insertEntry(db, {
    key: paymentId,
    kind: 'charge',
    amountMinor,
    currency,
    state: 'paid',
    card: card.method,
    ofKey: null,
    expiresAt: null,
  });
  const paid = await queries.updateSettlement.first(db, {
    paymentId,
    state: 'paid',
    ...card,
    chargeId: paymentId,
    now: at,
  });
  if (paid === undefined) throw new Error(`settling demo payment ${paymentId} failed`);
  const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'payment', reference: paymentId, currency, at, entries });
  return paid;
}
