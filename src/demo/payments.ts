import { type Db, statement } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { recordLedgerTransaction } from '#features/payments/server/ledger/ledger.ts';
import type { PaymentRequest } from '#features/payments/server/payments.ts';
import * as queries from '#features/payments/server/queries.ts';

const insertCharge = statement<unknown, [key: string, amountMinor: number, currency: string, method: string]>(`
  insert into test_gateway_entry (key, kind, amount_minor, currency, state, card)
  values ($1, 'charge', $2, $3, 'paid', $4) on conflict do nothing`);

/** Seeds a settled and booked payment at the test gateway, so the desk can refund it. */
export async function seedDemoPayment(
  db: Db,
  request: PaymentRequest & { isCardKept: boolean },
  at: Date,
): Promise<queries.Payment> {
  const { affiliateId, purpose, amountMinor, currency, description, returnPath, isCardKept } = request;
  const [method, hint] = ['test_4242', '4242'];
  const orderColumns = [
    purpose,
    JSON.stringify(request.reference),
    amountMinor,
    currency,
    description,
    returnPath,
  ] as const;
  const stateColumns = [isCardKept, null, null, at, at, 'test'] as const;
  const [inserted] = await queries.insertPayment(
    db,
    affiliateId,
    createUuidFromText(`demo ${request.key}`),
    ...orderColumns,
    ...stateColumns,
  );
  if (inserted === undefined) throw new Error(`demo payment ${request.key} already exists`);
  const { paymentId } = inserted;
  await insertCharge(db, paymentId, amountMinor, currency, method);
  const [paid] = await queries.settlePayment(db, paymentId, 'paid', method, hint, paymentId, at);
  if (paid === undefined) throw new Error(`settling demo payment ${paymentId} failed`);
  const entries = { gateway: amountMinor, [`received:${purpose}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'payment', reference: paymentId, currency, at, entries });
  return paid;
}
