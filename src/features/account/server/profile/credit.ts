import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { affiliateType } from '#domain/roles.ts';

interface CreditChange {
  affiliateId: number;
  amountMinor: number;
  currency: string;
}

/**
 * Returns no row if the store's credit is too low. The conditional update makes concurrent debits safe: the second one
 * sees what the first left.
 */
export const spendCredit = query((db, p: Params<CreditChange>) =>
  db
    .updateTable('person')
    .set((eb) => ({ available_credit_minor: eb('available_credit_minor', '-', p.amountMinor) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('affiliate_type_id', '=', affiliateType.store)
    .where('available_credit_currency', '=', p.currency)
    .where('available_credit_minor', '>=', p.amountMinor)
    .returning('store_number as storeNumber'),
);

const increaseCredit = query((db, p: Params<CreditChange>) =>
  db
    .updateTable('person')
    .set((eb) => ({
      available_credit_minor: eb(eb.fn.coalesce('available_credit_minor', eb.lit(0)), '+', p.amountMinor),
      available_credit_currency: eb.fn.coalesce('available_credit_currency', p.currency),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where((eb) => eb(eb.fn.coalesce('available_credit_currency', p.currency), '=', p.currency))
    .returning('store_number as storeNumber'),
);

export async function addCredit(db: Db, change: CreditChange): Promise<{ storeNumber: number | null }> {
  const store = await increaseCredit.first(db, change);
  if (store === undefined) throw new Error(`store ${change.affiliateId} has no credit account in ${change.currency}`);
  return store;
}
