import { randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { toMinorUnits } from '#platform/shared/money.ts';
import { affiliateType } from '#domain/roles.ts';
import { addCredit } from '#features/account/server/public.ts';
import { recordLedgerTransaction } from '#features/payments/server/public.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';

const lockStore = query((db, p: Params<{ storeNumber: number }>) =>
  db
    .selectFrom('person')
    .select(['affiliate_id as affiliateId', 'country', 'available_credit_currency as currency'])
    .where('store_number', '=', p.storeNumber)
    .where('affiliate_type_id', '=', affiliateType.store)
    .forNoKeyUpdate(),
);

/** Adds credit to a store in the currency of its existing credit. `by` names the operator for the audit log. */
export async function grantCredit(
  db: Db,
  { storeNumber, amount, by, at }: { storeNumber: number; amount: number; by: string; at: Date },
): Promise<{ amountMinor: number; currency: string }> {
  const store = await lockStore.first(db, { storeNumber });
  if (store === undefined) throw new Error(`store ${storeNumber} not found`);
  const { affiliateId } = store;
  const currency = store.currency ?? getCountryCurrency(store.country);
  const amountMinor = toMinorUnits(amount, currency);
  if (amountMinor === null || amountMinor <= 0 || !Number.isSafeInteger(amountMinor))
    throw new Error(`${amount} is not a valid amount in ${currency}`);
  await addCredit(db, { affiliateId, amountMinor, currency });
  const reference = randomUUID();
  const entries = { funding: amountMinor, [`credit:${storeNumber}`]: -amountMinor };
  await recordLedgerTransaction(db, { kind: 'credit.granted', reference, currency, at, entries });
  await appendAudit(db, {
    actor: null,
    action: 'shop.credit_granted',
    subject: `person:${affiliateId}`,
    data: { storeNumber, amountMinor, currency, by, reference },
    correlationId: reference,
  });
  return { amountMinor, currency };
}
