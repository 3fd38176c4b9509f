import { sql, type AliasedExpression, type QueryCreator, type RawBuilder } from 'kysely';
import { query } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

type Source = QueryCreator<Tables>;

/** A refund `r` that failed after it was paid out has two bookings: the refund and its reversal. */
const wasPaidOut = sql<boolean>`(r.state = 'done' or r.failed_at is not null)`;

/** Accounts with their amounts, as the table `e`. */
const listEntries = (...entries: [account: RawBuilder<string>, minor: RawBuilder<number>][]) =>
  sql<{ account: string; minor: number }>`
    (values ${sql.join(entries.map(([account, minor]) => sql`(${account}, ${minor})`))})`.as<'e'>(
    sql`e (account, minor)`,
  );

/** The account that an order `o` is paid from. Orders without a payment, such as those paid with credit, have the purpose `order`. */
const payerAccount = sql<string>`case o.method when 'credit' then 'credit' else 'received:' || coalesce((
  select p.purpose from payment p where p.affiliate_id = o.affiliate_id and p.payment_id = o.payment_id), 'order') end`;

const gateway = sql.lit<string>('gateway');
export const receivedAccount = sql<string>`'received:' || p.purpose`;
const salesAccount = sql<string>`'sales:' || l.category`;
const taxAccount = sql<string>`'tax:' || o.country`;

/** Credit of all stores is one account here. `listCreditDifferences` compares it by store. */
const selectExpectedEntries = (db: Source) => {
  const payments = db
    .selectFrom('payment as p')
    .crossJoinLateral(listEntries([gateway, sql`p.amount_minor`], [receivedAccount, sql`-p.amount_minor`]))
    .select((eb) => [
      sql.lit<string>('payment').as('kind'),
      eb.cast<string>('p.payment_id', 'text').as('reference'),
      'e.account',
      'p.currency',
      'e.minor',
    ])
    .where('p.state', 'in', ['paid', 'returned']);
  const selectRefunds = (kind: string, gatewayMinor: RawBuilder<number>, receivedMinor: RawBuilder<number>) =>
    db
      .selectFrom('payment_refund as r')
      .innerJoin('payment as p', (join) =>
        join.onRef('p.affiliate_id', '=', 'r.affiliate_id').onRef('p.payment_id', '=', 'r.payment_id'),
      )
      .crossJoinLateral(listEntries([gateway, gatewayMinor], [receivedAccount, receivedMinor]))
      .select((eb) => [
        sql.lit(kind).as('kind'),
        eb.cast<string>('r.refund_id', 'text').as('reference'),
        'e.account',
        'p.currency',
        'e.minor',
      ]);
  const refunds = selectRefunds('refund', sql`-r.amount_minor`, sql`r.amount_minor`).where(wasPaidOut);
  const failedRefunds = selectRefunds('refund.failed', sql`r.amount_minor`, sql`-r.amount_minor`).where(
    'r.failed_at',
    'is not',
    null,
  );
  const orders = db
    .selectFrom('shop_order as o')
    .innerJoin('order_line as l', (join) =>
      join.onRef('l.affiliate_id', '=', 'o.affiliate_id').onRef('l.order_id', '=', 'o.order_id'),
    )
    .crossJoinLateral(
      listEntries(
        [payerAccount, sql`l.total_minor`],
        [salesAccount, sql`l.tax_minor - l.total_minor`],
        [taxAccount, sql`-l.tax_minor`],
      ),
    )
    .select((eb) => [
      sql.lit<string>('order').as('kind'),
      eb.cast<string>('o.order_id', 'text').as('reference'),
      'e.account',
      'o.currency',
      eb.cast<number>(eb.fn.sum('e.minor'), 'bigint').as('minor'),
    ])
    .where('o.state', '=', 'paid')
    .groupBy(['o.order_id', 'o.currency', 'e.account']);
  const refundedLines = sql<{ lineId: string; amountMinor: number; taxMinor: number }>`jsonb_to_recordset(f.lines)`;
  const bookings = sql<{ kind: string; sign: number }>`(values ('order.refund', 1), ('order.refund.failed', -1))`;
  const orderRefunds = db
    .selectFrom('order_refund as f')
    .innerJoin('shop_order as o', (join) =>
      join.onRef('o.affiliate_id', '=', 'f.affiliate_id').onRef('o.order_id', '=', 'f.order_id'),
    )
    .leftJoin('payment_refund as r', 'r.refund_id', 'f.refund_id')
    .crossJoinLateral(refundedLines.as<'part'>(sql`part ("lineId" uuid, "amountMinor" bigint, "taxMinor" bigint)`))
    .innerJoin('order_line as l', (join) =>
      join
        .onRef('l.affiliate_id', '=', 'o.affiliate_id')
        .onRef('l.order_id', '=', 'o.order_id')
        .onRef('l.line_id', '=', 'part.lineId'),
    )
    .crossJoinLateral(
      listEntries(
        [payerAccount, sql`-part."amountMinor"`],
        [salesAccount, sql`part."amountMinor" - part."taxMinor"`],
        [taxAccount, sql`part."taxMinor"`],
      ),
    )
    .innerJoin(bookings.as<'booked'>(sql`booked (kind, sign)`), (join) =>
      join.on(
        sql<boolean>`(booked.sign = 1 and (o.method = 'credit' or ${wasPaidOut})
          or booked.sign = -1 and r.failed_at is not null)`,
      ),
    )
    .select((eb) => [
      'booked.kind',
      eb.cast<string>('f.refund_id', 'text').as('reference'),
      'e.account',
      'o.currency',
      eb.cast<number>(eb.fn.sum(eb('booked.sign', '*', eb.ref('e.minor'))), 'bigint').as('minor'),
    ])
    .groupBy(['booked.kind', 'f.refund_id', 'o.currency', 'e.account']);
  return payments.unionAll(refunds).unionAll(failedRefunds).unionAll(orders).unionAll(orderRefunds);
};

/** The columns of a comparison of expected amounts `w` with booked amounts `b`. */
const amountColumns = [
  'w.minor as expectedMinor',
  'w.currency as expectedCurrency',
  'b.minor as bookedMinor',
  'b.currency as bookedCurrency',
] as const;
const isDifferent = sql<boolean>`(w.minor, w.currency) is distinct from (b.minor, b.currency)`;

export const listEntryDifferences = query((db) => {
  const account = sql<string>`case when e.account like 'credit:%' then 'credit' else e.account end`;
  const expected = db.selectFrom(selectExpectedEntries(db).as('every')).selectAll().where('every.minor', '<>', 0);
  const booked = db
    .selectFrom('ledger_transaction as t')
    .innerJoin('ledger_entry as e', 'e.transaction_id', 't.transaction_id')
    .select((eb) => [
      't.kind',
      't.reference',
      account.as('account'),
      't.currency',
      eb.cast<number>(eb.fn.sum('e.amount_minor'), 'bigint').as('minor'),
    ])
    // Credit grants have no other source to compare with.
    .where((eb) =>
      eb.not(
        eb('t.kind', 'in', ['credit.opening', 'credit.granted']).and(
          eb('e.account', '=', 'funding').or('e.account', 'like', 'credit:%'),
        ),
      ),
    )
    .groupBy(['t.kind', 't.reference', account, 't.currency']);
  return db
    .selectFrom(expected.as('w'))
    .fullJoin(booked.as('b'), (join) =>
      join.onRef('b.kind', '=', 'w.kind').onRef('b.reference', '=', 'w.reference').onRef('b.account', '=', 'w.account'),
    )
    .select((eb) => [
      eb.fn.coalesce('w.kind', 'b.kind').as('kind'),
      eb.fn.coalesce('w.reference', 'b.reference').as('reference'),
      eb.fn.coalesce('w.account', 'b.account').as('account'),
      ...amountColumns,
    ])
    .where(isDifferent);
});

interface Amount {
  reference: string;
  currency: string;
  minor: number | null;
}

/** Compares expected amounts with those booked to accounts like these: missing, additional and different ones. */
const selectDifferences = (
  db: Source,
  expected: AliasedExpression<Amount, 'w'>,
  { kind, accounts }: { kind: string; accounts: readonly string[] },
) => {
  const booked = db
    .selectFrom('ledger_transaction as t')
    .leftJoin('ledger_entry as e', (join) =>
      join
        .onRef('e.transaction_id', '=', 't.transaction_id')
        .on((eb) => eb.or(accounts.map((account) => eb('e.account', 'like', account)))),
    )
    .select((eb) => [
      't.reference',
      't.currency',
      eb.cast<number | null>(eb.fn.sum('e.amount_minor'), 'bigint').as('minor'),
    ])
    .where('t.kind', '=', kind)
    .groupBy(['t.transaction_id', 't.reference', 't.currency']);
  return db
    .selectFrom(expected)
    .fullJoin(booked.as('b'), 'b.reference', 'w.reference')
    .select((eb) => [eb.fn.coalesce('w.reference', 'b.reference').as('reference'), ...amountColumns])
    .where(isDifferent);
};

const received = ['received:%', 'credit:%'];

export const listPaymentDifferences = query((db) => {
  const payments = db
    .selectFrom('payment')
    .select((eb) => [eb.cast<string>('payment_id', 'text').as('reference'), 'currency', 'amount_minor as minor'])
    .where('state', 'in', ['paid', 'returned']);
  return selectDifferences(db, payments.as('w'), { kind: 'payment', accounts: ['gateway'] });
});

export const listRefundDifferences = query((db) => {
  const refunds = db
    .selectFrom('payment_refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'r.affiliate_id').onRef('p.payment_id', '=', 'r.payment_id'),
    )
    .select((eb) => [
      eb.cast<string>('r.refund_id', 'text').as('reference'),
      'p.currency',
      eb.neg('r.amount_minor').as('minor'),
    ])
    .where(wasPaidOut);
  return selectDifferences(db, refunds.as('w'), { kind: 'refund', accounts: ['gateway'] });
});

export const listOrderDifferences = query((db) => {
  const orders = db
    .selectFrom('shop_order')
    .select((eb) => [eb.cast<string>('order_id', 'text').as('reference'), 'currency', 'total_minor as minor'])
    .where('state', '=', 'paid')
    .where('total_minor', '>', 0);
  return selectDifferences(db, orders.as('w'), { kind: 'order', accounts: received });
});

export const listTaxDifferences = query((db) => {
  const orders = db
    .selectFrom('shop_order')
    .select((eb) => [
      eb.cast<string>('order_id', 'text').as('reference'),
      'currency',
      sql<number | null>`nullif(-tax_minor, 0)`.as('minor'),
    ])
    .where('state', '=', 'paid')
    .where('total_minor', '>', 0);
  return selectDifferences(db, orders.as('w'), { kind: 'order', accounts: ['tax:%'] });
});

export const listOrderRefundDifferences = query((db) => {
  const refunds = db
    .selectFrom('order_refund as f')
    .innerJoin('shop_order as o', (join) =>
      join.onRef('o.affiliate_id', '=', 'f.affiliate_id').onRef('o.order_id', '=', 'f.order_id'),
    )
    .leftJoin('payment_refund as r', 'r.refund_id', 'f.refund_id')
    .select((eb) => [
      eb.cast<string>('f.refund_id', 'text').as('reference'),
      'o.currency',
      eb.neg('f.amount_minor').as('minor'),
    ])
    .where((eb) => eb.or([eb('o.method', '=', 'credit'), wasPaidOut]));
  return selectDifferences(db, refunds.as('w'), { kind: 'order.refund', accounts: received });
});
