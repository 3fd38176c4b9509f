import { randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { toMinorUnits } from '#platform/shared/money.ts';
import { recordLedgerTransaction } from '#features/payments/server/public.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { addCredit } from './credit.ts';

const findStore = statement<{ affiliateId: number; country: string; currency: string | null }, [storeNumber: number]>(`
  select affiliate_id as "affiliateId", country, available_credit_currency as currency
  from person where store_number = $1 and affiliate_type_id = 4 for update`);

/** Adds credit to a store in the currency of its existing credit. `by` names the operator for the audit log. */
export async function grantCredit(
  db: Db,
  { storeNumber, amount, by, at }: { storeNumber: number; amount: number; by: string; at: Date },
): Promise<{ amountMinor: number; currency: string }> {
  const [store] = await findStore(db, storeNumber);
  if (store === undefined) throw new Error(`store ${storeNumber} not found`);
  const { affiliateId } = store;
  const currency = store.currency ?? getCountryCurrency(store.country);
  const amountMinor = toMinorUnits(amount, currency);
  if (amountMinor === null || amountMinor <= 0 || !Number.isSafeInteger(amountMinor))
    throw new Error(`${amount} is not a valid amount in ${currency}`);
  await addCredit(db, affiliateId, amountMinor, currency);
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
