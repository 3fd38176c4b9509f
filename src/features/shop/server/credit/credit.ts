import type { Handlers } from '#platform/server/http/endpoints.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { fail, type shopEndpoints } from '#features/shop/shared/contract.ts';

const subtractCredit = statement<
  { storeNumber: number },
  [affiliateId: number, amountMinor: number, currency: string]
>(`
  update person set available_credit_minor = available_credit_minor - $2
  where affiliate_id = $1 and affiliate_type_id = 4 and available_credit_currency = $3 and available_credit_minor >= $2
  returning store_number as "storeNumber"`);
const increaseCredit = statement<
  { storeNumber: number },
  [affiliateId: number, amountMinor: number, currency: string]
>(`
  update person set available_credit_minor = coalesce(available_credit_minor, 0) + $2,
    available_credit_currency = coalesce(available_credit_currency, $3)
  where affiliate_id = $1 and coalesce(available_credit_currency, $3) = $3
  returning store_number as "storeNumber"`);

/** The conditional update makes concurrent debits safe: the second one sees what the first left. */
export async function debitCredit(db: Db, affiliateId: number, minor: number, currency: string) {
  const [store] = await subtractCredit(db, affiliateId, minor, currency);
  if (store === undefined) throw fail('shop.credit_short');
  return store;
}

export async function addCredit(db: Db, affiliateId: number, minor: number, currency: string) {
  const [store] = await increaseCredit(db, affiliateId, minor, currency);
  if (store === undefined) throw new Error(`store ${affiliateId} has no credit account in ${currency}`);
  return store;
}

interface StoreRow {
  storeNumber: number | null;
  minor: number | null;
  currency: string | null;
}
const findStore = statement<StoreRow, [affiliateId: number]>(`
  select store_number as "storeNumber", available_credit_minor as minor, available_credit_currency as currency
  from person where affiliate_id = $1`);

const entryKinds = {
  'credit.opening': 'opening',
  'credit.granted': 'granted',
  order: 'order',
  'order.refund': 'refund',
} as const;

/** A store's credit is a liability in the ledger, so amounts are negated. */
const listEntries = statement<
  { at: Date; kind: string; amountMinor: number; orderId: string | null; number: number | null },
  [account: string]
>(`
  select t.at, t.kind, -e.amount_minor as "amountMinor", o.order_id as "orderId", o.number
  from ledger_entry e join ledger_transaction t using (transaction_id)
    left join order_refund r on r.refund_id = case t.kind when 'order.refund' then t.reference::uuid end
    left join shop_order o on o.order_id = case t.kind when 'order' then t.reference::uuid else r.order_id end
  where e.account = $1 order by t.at desc, t.transaction_id limit 500`);

export const creditHandlers: Pick<Handlers<typeof shopEndpoints>, 'GET credit'> = {
  'GET credit': async ({ db, user }) => {
    const [store] = await findStore(db, user.affiliateId);
    const { storeNumber = null, minor = null, currency = null } = store ?? {};
    const rows = storeNumber === null ? [] : await listEntries(db, `credit:${storeNumber}`);
    return {
      available: { minor: minor ?? 0, currency: currency ?? 'USD' },
      entries: rows.flatMap(({ at, kind, ...row }) =>
        kind in entryKinds ? [{ ...row, at: at.toISOString(), kind: entryKinds[kind as keyof typeof entryKinds] }] : [],
      ),
    };
  },
};
