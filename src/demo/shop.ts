import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { recordLedgerTransaction } from '#features/payments/server/public.ts';
import { createTimeline } from './world/timeline.ts';

/** Seeds promotion codes, one of them expired, and books the demo store's credit. */
export async function seedDemoShop(db: Db, now = new Date()): Promise<void> {
  const { at } = createTimeline(now);
  const promotions = [
    { code: 'WELCOME10', percent_bp: 1_000, starts_at: at(320, '00:00') },
    { code: 'REEF15', amount_minor: 1_500, currency: 'USD', starts_at: at(320, '00:00') },
    { code: 'SPRING20', percent_bp: 2_000, starts_at: at(260, '00:00'), ends_at: at(170, '00:00') },
  ];
  await db
    .insertInto('promotion')
    .values(promotions)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { storeNumber, minor, currency } of await listUnbookedCredit(db))
    await recordLedgerTransaction(db, {
      kind: 'credit.opening',
      reference: String(storeNumber),
      currency,
      at: now,
      entries: { funding: minor, [`credit:${storeNumber}`]: -minor },
    });
}

/** Credit of stores that have no ledger entries yet. */
function listUnbookedCredit(db: Db) {
  return db
    .selectFrom('person as p')
    .select((eb) => [
      eb.ref('store_number').$notNull().as('storeNumber'),
      eb.ref('available_credit_minor').$notNull().as('minor'),
      eb.ref('available_credit_currency').$notNull().as('currency'),
    ])
    .where('available_credit_minor', '>', 0)
    .where('store_number', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('ledger_entry').where('account', '=', sql<string>`'credit:' || ${eb.ref('p.store_number')}`),
        ),
      ),
    )
    .execute();
}
