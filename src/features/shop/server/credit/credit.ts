import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { shopEndpoints } from '#features/shop/shared/contract.ts';

const findStore = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select(['store_number as storeNumber', 'available_credit_minor as minor', 'available_credit_currency as currency'])
    .where('affiliate_id', '=', p.affiliateId),
);

const entryKinds = {
  'credit.opening': 'opening',
  'credit.granted': 'granted',
  order: 'order',
  'order.refund': 'refund',
} as const;

const entriesPerPage = 100;

/** A store's credit is a liability in the ledger, so amounts are negated. */
const listEntries = query((db, p: Params<{ account: string; offset: number }>) =>
  db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_transaction as t', 't.transaction_id', 'e.transaction_id')
    .leftJoin('order_refund as r', (join) =>
      join.on('r.refund_id', '=', sql<string>`case t.kind when 'order.refund' then t.reference::uuid end`),
    )
    .leftJoin('shop_order as o', (join) =>
      join.on('o.order_id', '=', sql<string>`case t.kind when 'order' then t.reference::uuid else r.order_id end`),
    )
    .select((eb) => [
      isoTimestamp('t.at').as('at'),
      't.kind',
      eb.neg(eb.ref('e.amount_minor')).as('amountMinor'),
      'o.order_id as orderId',
      'o.number',
    ])
    .where('e.account', '=', p.account)
    .orderBy('t.at', 'desc')
    .orderBy('t.transaction_id')
    .limit(entriesPerPage + 1)
    .offset(p.offset),
);

export const creditHandlers: Pick<Handlers<typeof shopEndpoints>, 'GET credit'> = {
  'GET credit': async ({ db, user }, { query: { page } }) => {
    const store = await findStore.first(db, { affiliateId: user.affiliateId });
    const { storeNumber = null, minor = null, currency = null } = store ?? {};
    const offset = (page - 1) * entriesPerPage;
    const rows = storeNumber === null ? [] : await listEntries(db, { account: `credit:${storeNumber}`, offset });
    return {
      available: { minor: minor ?? 0, currency: currency ?? 'USD' },
      hasMore: rows.length > entriesPerPage,
      entries: rows
        .slice(0, entriesPerPage)
        .flatMap(({ kind, ...row }) =>
          kind in entryKinds ? [{ ...row, kind: entryKinds[kind as keyof typeof entryKinds] }] : [],
        ),
    };
  },
};
