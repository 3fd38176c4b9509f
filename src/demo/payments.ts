import { type Db, statement } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { recordLedgerTransaction } from '#features/payments/server/ledger/ledger.ts';
import type { PaymentRequest } from '#features/payments/server/payments.ts';
import * as sql from '#features/payments/server/queries.ts';

const insertCharge = statement<unknown, [key: string, amountMinor: number, currency: string, method: string]>(`
  insert into test_gateway_entry (key, kind, amount_minor, currency, state, card)
  values ($1, 'charge', $2, $3, 'paid', $4) on conflict do nothing`);

/** A payment that was made at the test gateway in the past, booked, so the desk can refund it like any other. */
export async function seedDemoPayment(
  db: Db,
  request: PaymentRequest & { isCardKept: boolean },
  at: Date,
): Promise<sql.Payment> {
  const { affiliateId, purpose, amountMinor, currency, description, returnPath, isCardKept } = request;
  const [method, hint] = ['test_4242', '4242'];
  const what = [purpose, JSON.stringify(request.reference), amountMinor, currency, description, returnPath] as const;
  const how = [isCardKept, null, null, at, at, 'test'] as const;
  const [made] = await sql.insertPayment(db, affiliateId, createUuidFromText(`demo ${request.key}`), ...what, ...how);
  if (made === undefined) throw new Error(`the demo payment ${request.key} exists already`);
  const { paymentId } = made;
  await insertCharge(db, paymentId, amountMinor, currency, method);
  const [paid] = await sql.settlePayment(db, paymentId, 'paid', method, hint, paymentId, at);
  if (paid === undefined) throw new Error(`the demo payment ${paymentId} was not settled`);
  const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'payment', reference: paymentId, currency, at, entries });
  return paid;
}
