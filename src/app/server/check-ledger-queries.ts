import { sql, type QueryCreator } from 'kysely';
import { query } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { receivedAccount } from './check-ledger-booking-queries.ts';

/** The order of a payment for something else than the shop's has the payment's id. */
export const listOrdersNotMatchingPayment = query((db) =>
  db
    .selectFrom('shop_order as o')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'o.affiliate_id').onRef('p.payment_id', '=', 'o.payment_id'),
    )
    .select('o.number')
    .where('o.state', '=', 'paid')
    .where('o.method', '=', 'card')
    .where(
      sql<boolean>`(p.state, p.amount_minor, p.currency,
          case p.purpose when 'order' then p.reference ->> 'orderId' else p.payment_id::text end)
        is distinct from ('paid', o.total_minor, o.currency::bpchar, o.order_id::text)`,
    ),
);

export const listPaymentsWithoutOrder = query((db) =>
  db
    .selectFrom('payment as p')
    .select('p.payment_id as paymentId')
    .where('p.state', '=', 'paid')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('shop_order as o')
            .whereRef('o.affiliate_id', '=', 'p.affiliate_id')
            .whereRef('o.payment_id', '=', 'p.payment_id')
            .where('o.state', '=', 'paid'),
        ),
      ),
    ),
);

export const listOrdersNotMatchingLines = query((db) =>
  db
    .selectFrom('shop_order as o')
    .leftJoin('order_line as l', (join) =>
      join.onRef('l.affiliate_id', '=', 'o.affiliate_id').onRef('l.order_id', '=', 'o.order_id'),
    )
    .select('o.number')
    .where('o.state', '=', 'paid')
    .groupBy(['o.affiliate_id', 'o.order_id'])
    .having(
      sql<boolean>`(o.total_minor, o.tax_minor, o.discount_minor)
        is distinct from (sum(l.total_minor), sum(l.tax_minor), sum(l.discount_minor))`,
    ),
);

export const listUnrefundedLatePayments = query((db) =>
  db
    .selectFrom('payment')
    .select((eb) => [
      'payment_id as paymentId',
      eb('amount_minor', '-', eb.ref('refunded_minor')).as('minor'),
      'currency',
    ])
    .where('state', '=', 'returned')
    .whereRef('refunded_minor', '<', 'amount_minor'),
);

export const listUnbalancedTransactions = query((db) =>
  db
    .selectFrom('ledger_transaction as t')
    .leftJoin('ledger_entry as e', 'e.transaction_id', 't.transaction_id')
    .select(['t.kind', 't.reference'])
    .groupBy('t.transaction_id')
    .having((eb) => eb(eb.fn.sum('e.amount_minor'), 'is distinct from', 0)),
);

/** The sum of a payment's refunds. */
const sumRefunds = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('payment_refund as r')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('r.amount_minor'), sql.lit(0)).as('minor'))
    .where(sql<boolean>`r.affiliate_id = p.affiliate_id and r.payment_id = p.payment_id`);

export const listPaymentsNotMatchingRefunds = query((db) =>
  db
    .selectFrom('payment as p')
    .select(['p.payment_id as paymentId', 'p.refunded_minor as refundedMinor'])
    .where('p.refunded_minor', '<>', sumRefunds(db).where('r.state', '<>', 'refused')),
);

/** What remains of payments after their refunds. */
const sumRemaining = (db: QueryCreator<Tables>) =>
  sql<number>`sum(p.amount_minor - ${sumRefunds(db).where('r.state', '=', 'done')})::bigint`;

const balanceColumns = [
  sql<number>`coalesce(b.minor, 0)`.as('bookedMinor'),
  sql<number>`coalesce(w.minor, 0)`.as('expectedMinor'),
] as const;
const isOtherBalance = sql<boolean>`coalesce(b.minor, 0) <> coalesce(w.minor, 0)`;

export const listGatewayDifferences = query((db) => {
  const booked = db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_transaction as t', 't.transaction_id', 'e.transaction_id')
    .select((eb) => ['t.currency', eb.cast<number>(eb.fn.sum('e.amount_minor'), 'bigint').as('minor')])
    .where('e.account', '=', 'gateway')
    .groupBy('t.currency');
  const expected = db
    .selectFrom('payment as p')
    .select(['p.currency', sumRemaining(db).as('minor')])
    .where('p.state', 'in', ['paid', 'returned'])
    .groupBy('p.currency');
  return db
    .selectFrom(booked.as('b'))
    .fullJoin(expected.as('w'), 'w.currency', 'b.currency')
    .select((eb) => [eb.fn.coalesce('b.currency', 'w.currency').as('currency'), ...balanceColumns])
    .where(isOtherBalance);
});

export const listReceivedDifferences = query((db) => {
  const booked = db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_transaction as t', 't.transaction_id', 'e.transaction_id')
    .select((eb) => ['e.account', 't.currency', eb.cast<number>(eb.fn.sum('e.amount_minor'), 'bigint').as('minor')])
    .where('e.account', 'like', 'received:%')
    .groupBy(['e.account', 't.currency']);
  // Late payments whose refund is still pending.
  const expected = db
    .selectFrom('payment as p')
    .select([receivedAccount.as('account'), 'p.currency', sql<number>`-${sumRemaining(db)}`.as('minor')])
    .where('p.state', '=', 'returned')
    .groupBy([receivedAccount, 'p.currency']);
  return db
    .selectFrom(booked.as('b'))
    .fullJoin(expected.as('w'), (join) =>
      join.onRef('w.account', '=', 'b.account').onRef('w.currency', '=', 'b.currency'),
    )
    .select((eb) => [
      eb.fn.coalesce('b.account', 'w.account').as('account'),
      eb.fn.coalesce('b.currency', 'w.currency').as('currency'),
      ...balanceColumns,
    ])
    .where(isOtherBalance);
});

export const listOrdersNotMatchingRefunds = query((db) =>
  db
    .selectFrom('shop_order as o')
    .select(['o.number', 'o.refunded_minor as refundedMinor'])
    .where((eb) =>
      eb.or([
        eb(
          'o.refunded_minor',
          '<>',
          eb
            .selectFrom('order_refund as f')
            .leftJoin('payment_refund as r', 'r.refund_id', 'f.refund_id')
            .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('f.amount_minor'), sql.lit(0)).as('minor'))
            .whereRef('f.affiliate_id', '=', 'o.affiliate_id')
            .whereRef('f.order_id', '=', 'o.order_id')
            .where('r.state', 'is distinct from', 'refused'),
        ),
        eb(
          'o.refunded_minor',
          '<>',
          eb
            .selectFrom('order_line as l')
            .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('l.refunded_minor'), sql.lit(0)).as('minor'))
            .whereRef('l.affiliate_id', '=', 'o.affiliate_id')
            .whereRef('l.order_id', '=', 'o.order_id'),
        ),
      ]),
    ),
);

export const listCreditDifferences = query((db) => {
  const booked = db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_transaction as t', 't.transaction_id', 'e.transaction_id')
    .select([
      sql<number>`split_part(e.account, ':', 2)::bigint`.as('storeNumber'),
      't.currency',
      sql<number>`-sum(e.amount_minor)::bigint`.as('minor'),
    ])
    .where('e.account', 'like', 'credit:%')
    .groupBy(['e.account', 't.currency']);
  const expected = db
    .selectFrom('person')
    .select((eb) => [
      eb.cast<number>('store_number', 'bigint').as('storeNumber'),
      'available_credit_currency as currency',
      'available_credit_minor as minor',
    ])
    .where('store_number', 'is not', null)
    .where('available_credit_minor', 'is not', null);
  return (
    db
      .selectFrom(booked.as('b'))
      .fullJoin(expected.as('w'), (join) =>
        join.onRef('w.storeNumber', '=', 'b.storeNumber').onRef('w.currency', '=', 'b.currency'),
      )
      .select((eb) => [
        eb.fn.coalesce('b.storeNumber', 'w.storeNumber').as('storeNumber'),
        eb.fn.coalesce('b.currency', 'w.currency').as('currency'),
        ...balanceColumns,
      ])
      .where(isOtherBalance)
      // A deleted store has no credit, but its ledger entries stay.
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('person as gone')
              .innerJoin('person_name as n', 'n.affiliate_id', 'gone.affiliate_id')
              .whereRef('gone.store_number', '=', 'b.storeNumber')
              .where('n.is_erased', '=', true),
          ),
        ),
      )
  );
});

export const countTransactions = query((db) =>
  db.selectFrom('ledger_transaction').select((eb) => eb.fn.countAll<number>().as('count')),
);
