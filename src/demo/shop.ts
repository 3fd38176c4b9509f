import { type Db, statement } from '#platform/server/db/database.ts';
import { recordLedgerTransaction } from '#features/payments/server/public.ts';

const insertPromotion = statement<
  unknown,
  [
    code: string,
    percentBp: number | null,
    amountMinor: number | null,
    currency: string | null,
    startsAt: string,
    endsAt: string | null,
  ]
>(`
  insert into promotion (code, percent_bp, amount_minor, currency, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`);

/** Credit of stores that have no ledger entries yet. */
const listUnbookedCredit = statement<{ storeNumber: number; minor: number; currency: string }, []>(`
  select store_number as "storeNumber", available_credit_minor as minor, available_credit_currency as currency
  from person p
  where available_credit_minor > 0 and store_number is not null and not exists (
    select from ledger_entry where account = 'credit:' || p.store_number)`);

/** Seeds promotion codes, one of them expired, and books the demo store's credit. */
export async function seedDemoShop(db: Db, now = new Date()): Promise<void> {
  await insertPromotion(db, 'WELCOME10', 1000, null, null, '2026-01-01T00:00:00Z', null);
  await insertPromotion(db, 'REEF15', null, 1500, 'USD', '2026-01-01T00:00:00Z', null);
  await insertPromotion(db, 'SPRING20', 2000, null, null, '2026-03-01T00:00:00Z', '2026-06-01T00:00:00Z');
  for (const { storeNumber, minor, currency } of await listUnbookedCredit(db))
    await recordLedgerTransaction(db, {
      kind: 'credit.opening',
      reference: String(storeNumber),
      currency,
      at: now,
      entries: { funding: minor, [`credit:${storeNumber}`]: -minor },
    });
}
