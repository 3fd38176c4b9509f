import { type Db, statement } from '#platform/server/db/database.ts';

interface LedgerError {
  what: string;
}

/** An account's balance is the sum of its entries, by currency. */
const selectBalance = (accounts: string) => `
  select currency, sum(amount_minor)::bigint as minor from ledger_entry join ledger_transaction using (transaction_id)
  where ${accounts} group by currency`;
const selectBooked = (kind: string, account: string) => `
  select t.reference, t.currency, sum(e.amount_minor)::bigint as minor
  from ledger_transaction t left join ledger_entry e on e.transaction_id = t.transaction_id and ${account}
  where t.kind = '${kind}' group by t.transaction_id, t.reference, t.currency`;
/** Compares expected with booked amounts: missing, additional and different ones. */
const selectDifferences = (name: string, wanted: string, booked: string) => `
  select '${name} ' || coalesce(w.reference, b.reference) || ': expected '
    || coalesce(w.minor || ' ' || w.currency, 'nothing') || ' booked, found '
    || coalesce(b.minor || ' ' || b.currency, 'nothing') as what
  from (${wanted}) w full join (${booked}) b using (reference)
  where (w.minor, w.currency) is distinct from (b.minor, b.currency)`;

/** A refund that failed after it was paid out has two bookings: the refund and its reversal. */
const wasPaidOut = `(r.state = 'done' or r.failed_at is not null)`;

/** Orders without a payment, such as those paid with credit, have the purpose `order`. */
const purposeOfOrder = `coalesce((select p.purpose from payment p
  where p.affiliate_id = o.affiliate_id and p.payment_id = o.payment_id), 'order')`;
const payerAccount = `case o.method when 'credit' then 'credit' else 'received:' || ${purposeOfOrder} end`;
/** Every payment has an order: the shop's order, or one with the payment's id. */
const orderIdOfPayment = `case p.purpose when 'order' then p.reference ->> 'orderId' else p.payment_id::text end`;
const isReceived = `(e.account like 'received:%' or e.account like 'credit:%')`;
/** The expected ledger entries. The credit check below compares credit by store. */
const expectedEntries = `
  select 'payment' as kind, payment_id::text as reference, e.account, currency, e.minor
  from payment cross join lateral (values ('gateway', amount_minor), ('received:' || purpose, -amount_minor))
    e(account, minor) where state in ('paid', 'returned')
  union all
  select 'refund', refund_id::text, e.account, currency, e.minor
  from payment_refund r join payment p using (affiliate_id, payment_id)
    cross join lateral (values ('gateway', -r.amount_minor), ('received:' || purpose, r.amount_minor))
    e(account, minor) where ${wasPaidOut}
  union all
  select 'refund.failed', refund_id::text, e.account, currency, e.minor
  from payment_refund r join payment p using (affiliate_id, payment_id)
    cross join lateral (values ('gateway', r.amount_minor), ('received:' || purpose, -r.amount_minor))
    e(account, minor) where r.failed_at is not null
  union all
  select 'order', o.order_id::text, e.account, o.currency, sum(e.minor)::bigint
  from shop_order o join order_line l using (affiliate_id, order_id)
    cross join lateral (values (${payerAccount}, l.total_minor), ('sales:' || l.category, l.tax_minor - l.total_minor),
      ('tax:' || o.country, -l.tax_minor)) e(account, minor)
  where o.state = 'paid' group by o.order_id, o.currency, e.account
  union all
  select booked.kind, f.refund_id::text, e.account, o.currency, sum(booked.sign * e.minor)::bigint
  from order_refund f join shop_order o using (affiliate_id, order_id)
    left join payment_refund r on r.refund_id = f.refund_id
    cross join lateral jsonb_to_recordset(f.lines) as part("lineId" uuid, "amountMinor" bigint, "taxMinor" bigint)
    join order_line l on l.affiliate_id = o.affiliate_id and l.order_id = o.order_id and l.line_id = part."lineId"
    cross join lateral (values (${payerAccount}, -part."amountMinor"),
      ('sales:' || l.category, part."amountMinor" - part."taxMinor"), ('tax:' || o.country, part."taxMinor"))
      e(account, minor)
    join (values ('order.refund', 1), ('order.refund.failed', -1)) booked(kind, sign)
      on booked.sign = 1 and (o.method = 'credit' or ${wasPaidOut}) or booked.sign = -1 and r.failed_at is not null
  group by booked.kind, f.refund_id, o.currency, e.account`;

const checks = {
  'ledger entries match their source': statement<LedgerError, []>(`
    select kind || ' ' || reference || ': account ' || account || ' has '
      || coalesce(b.minor || ' ' || b.currency, 'nothing') || ', expected '
      || coalesce(w.minor || ' ' || w.currency, 'nothing') as what
    from (select * from (${expectedEntries}) every where minor <> 0) w
      full join (
        select t.kind, t.reference, case when account like 'credit:%' then 'credit' else account end as account,
          t.currency, sum(e.amount_minor)::bigint as minor
        from ledger_transaction t join ledger_entry e using (transaction_id)
        -- Credit grants have no other source to compare with.
        where not (t.kind in ('credit.opening', 'credit.granted') and (account = 'funding' or account like 'credit:%'))
        group by 1, 2, 3, 4) b using (kind, reference, account)
    where (w.minor, w.currency) is distinct from (b.minor, b.currency)`),

  'paid orders match their payments': statement<LedgerError, []>(`
    select 'order ' || o.number || ' is paid by card but does not match its payment' as what
    from shop_order o left join payment p using (affiliate_id, payment_id)
    where o.state = 'paid' and o.method = 'card'
      and (p.state, p.amount_minor, p.currency, ${orderIdOfPayment})
        is distinct from ('paid', o.total_minor, o.currency::bpchar, o.order_id::text)
    union all
    select 'payment ' || p.payment_id || ' has no paid order' from payment p
    where p.state = 'paid' and not exists (
      select from shop_order o where o.affiliate_id = p.affiliate_id and o.payment_id = p.payment_id and o.state = 'paid')`),

  'paid orders match their lines': statement<LedgerError, []>(`
    select 'order ' || number || ' is not the sum of its lines' as what
    from shop_order o left join order_line l using (affiliate_id, order_id) where o.state = 'paid'
    group by affiliate_id, order_id
    having (o.total_minor, o.tax_minor, o.discount_minor) is distinct from
      (sum(l.total_minor), sum(l.tax_minor), sum(l.discount_minor))`),

  'late payments are refunded': statement<LedgerError, []>(`
    select 'late payment ' || payment_id || ': ' || amount_minor - refunded_minor || ' ' || currency
      || ' not refunded' as what
    from payment where state = 'returned' and refunded_minor < amount_minor`),

  'transactions balance': statement<LedgerError, []>(`
    select kind || ' ' || reference || ' does not balance' as what
    from ledger_transaction t left join ledger_entry e using (transaction_id)
    group by t.transaction_id having sum(e.amount_minor) is distinct from 0`),

  'payments are booked once': statement<LedgerError, []>(
    selectDifferences(
      'payment',
      `select payment_id::text as reference, currency, amount_minor as minor from payment
       where state in ('paid', 'returned')`,
      selectBooked('payment', `e.account = 'gateway'`),
    ),
  ),

  'payment refunds are booked once': statement<LedgerError, []>(
    selectDifferences(
      'refund',
      `select refund_id::text as reference, currency, -r.amount_minor as minor
       from payment_refund r join payment using (affiliate_id, payment_id) where ${wasPaidOut}`,
      selectBooked('refund', `e.account = 'gateway'`),
    ),
  ),

  'refunded amounts of payments match their refunds': statement<LedgerError, []>(`
    select 'payment ' || payment_id || ': refunded amount ' || refunded_minor || ' does not match its refunds' as what from payment
    where refunded_minor <> (select coalesce(sum(r.amount_minor), 0) from payment_refund r
      where r.affiliate_id = payment.affiliate_id and r.payment_id = payment.payment_id and r.state <> 'refused')`),

  'gateway account balance': statement<LedgerError, []>(`
    select 'gateway: balance ' || coalesce(b.minor, 0) || ' ' || currency || ', expected ' || coalesce(p.minor, 0)
      as what
    from (${selectBalance(`account = 'gateway'`)}) b full join (
      select currency, sum(amount_minor - (select coalesce(sum(r.amount_minor), 0) from payment_refund r
        where r.affiliate_id = payment.affiliate_id and r.payment_id = payment.payment_id and r.state = 'done'))::bigint as minor
      from payment where state in ('paid', 'returned') group by currency) p using (currency)
    where coalesce(b.minor, 0) <> coalesce(p.minor, 0)`),

  'received account balances by purpose': statement<LedgerError, []>(`
    select account || ': balance ' || coalesce(b.minor, 0) || ' ' || currency || ', expected '
      || coalesce(w.minor, 0) as what
    from (select account, currency, sum(amount_minor)::bigint as minor
        from ledger_entry join ledger_transaction using (transaction_id)
        where account like 'received:%' group by account, currency) b full join (
      -- Late payments whose refund is still pending.
      select 'received:' || purpose as account, currency, -sum(amount_minor - (select coalesce(sum(r.amount_minor), 0) from payment_refund r
        where r.affiliate_id = payment.affiliate_id and r.payment_id = payment.payment_id and r.state = 'done'))::bigint as minor
      from payment where state = 'returned' group by 1, currency) w using (account, currency)
    where coalesce(b.minor, 0) <> coalesce(w.minor, 0)`),

  'paid orders are booked once': statement<LedgerError, []>(
    selectDifferences(
      'order',
      `select order_id::text as reference, currency, total_minor as minor from shop_order
       where state = 'paid' and total_minor > 0`,
      selectBooked('order', isReceived),
    ),
  ),

  'tax of paid orders is booked once': statement<LedgerError, []>(
    selectDifferences(
      'tax of order',
      `select order_id::text as reference, currency, nullif(-tax_minor, 0) as minor from shop_order
       where state = 'paid' and total_minor > 0`,
      selectBooked('order', `e.account like 'tax:%'`),
    ),
  ),

  'order refunds are booked once': statement<LedgerError, []>(
    selectDifferences(
      'order refund',
      `select f.refund_id::text as reference, o.currency, -f.amount_minor as minor
       from order_refund f join shop_order o using (affiliate_id, order_id)
         left join payment_refund r on r.refund_id = f.refund_id
       where o.method = 'credit' or ${wasPaidOut}`,
      selectBooked('order.refund', isReceived),
    ),
  ),

  'refunded amounts of orders match their refunds': statement<LedgerError, []>(`
    select 'order ' || number || ': refunded amount ' || o.refunded_minor || ' does not match its refunds' as what from shop_order o
    where o.refunded_minor <> (select coalesce(sum(f.amount_minor), 0) from order_refund f
      left join payment_refund r on r.refund_id = f.refund_id
      where f.affiliate_id = o.affiliate_id and f.order_id = o.order_id and r.state is distinct from 'refused')
    or o.refunded_minor <> (select coalesce(sum(l.refunded_minor), 0) from order_line l
      where l.affiliate_id = o.affiliate_id and l.order_id = o.order_id)`),

  'store credit balances': statement<LedgerError, []>(`
    select 'credit:' || store_number || ': balance ' || coalesce(b.minor, 0) || ', store has '
      || coalesce(p.minor, 0) || ' ' || currency as what
    from (select split_part(account, ':', 2)::bigint as store_number, currency, -sum(amount_minor)::bigint as minor
      from ledger_entry join ledger_transaction using (transaction_id) where account like 'credit:%'
      group by account, currency) b
    full join (select store_number::bigint as store_number, available_credit_currency as currency,
        available_credit_minor as minor
      from person where store_number is not null and available_credit_minor is not null) p
      using (store_number, currency)
    where coalesce(b.minor, 0) <> coalesce(p.minor, 0)
      -- A deleted store has no credit, but its ledger entries stay.
      and not exists (select from person gone where gone.store_number = b.store_number and gone.sub like 'erased:%')`),
} as const;

const countTransactions = statement<{ transactions: number }, []>(
  'select count(*)::int as transactions from ledger_transaction',
);

export interface LedgerReport {
  transactions: number;
  checked: string[];
  wrong: string[];
}

/** Needs a repeatable-read transaction, because people keep buying while the checks run. */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const wrong: string[] = [];
  for (const check of Object.values(checks)) wrong.push(...(await check(db)).map(({ what }) => what));
  const [counted] = await countTransactions(db);
  return { transactions: counted?.transactions ?? 0, checked: Object.keys(checks), wrong };
}
