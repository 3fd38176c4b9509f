import type { Db } from '#platform/server/db/database.ts';
import type { Row } from '#platform/server/db/query.ts';
import * as bookings from './check-ledger-booking-queries.ts';
import * as queries from './check-ledger-queries.ts';

const formatAmount = (minor: number | null, currency: string | null) =>
  minor === null || currency === null ? 'nothing' : `${minor} ${currency}`;

type Difference = Row<typeof bookings.listPaymentDifferences>;

const formatDifference = (name: string) => (found: Difference) => {
  const expected = formatAmount(found.expectedMinor, found.expectedCurrency);
  const booked = formatAmount(found.bookedMinor, found.bookedCurrency);
  return `${name} ${found.reference}: expected ${expected} booked, found ${booked}`;
};

/** Each check returns its errors. */
const checks: Readonly<Record<string, (db: Db) => Promise<string[]>>> = {
  'ledger entries match their source': async (db) =>
    (await bookings.listEntryDifferences(db)).map(({ kind, reference, account, ...found }) => {
      const booked = formatAmount(found.bookedMinor, found.bookedCurrency);
      const expected = formatAmount(found.expectedMinor, found.expectedCurrency);
      return `${kind} ${reference}: account ${account} has ${booked}, expected ${expected}`;
    }),

  'paid orders match their payments': async (db) => [
    ...(await queries.listOrdersNotMatchingPayment(db)).map(
      ({ number }) => `order ${number} is paid by card but does not match its payment`,
    ),
    ...(await queries.listPaymentsWithoutOrder(db)).map(({ paymentId }) => `payment ${paymentId} has no paid order`),
  ],

  'paid orders match their lines': async (db) =>
    (await queries.listOrdersNotMatchingLines(db)).map(({ number }) => `order ${number} is not the sum of its lines`),

  'late payments are refunded': async (db) =>
    (await queries.listUnrefundedLatePayments(db)).map(
      ({ paymentId, minor, currency }) => `late payment ${paymentId}: ${minor} ${currency} not refunded`,
    ),

  'transactions balance': async (db) =>
    (await queries.listUnbalancedTransactions(db)).map(
      ({ kind, reference }) => `${kind} ${reference} does not balance`,
    ),

  'payments are booked once': async (db) =>
    (await bookings.listPaymentDifferences(db)).map(formatDifference('payment')),

  'payment refunds are booked once': async (db) =>
    (await bookings.listRefundDifferences(db)).map(formatDifference('refund')),

  'refunded amounts of payments match their refunds': async (db) =>
    (await queries.listPaymentsNotMatchingRefunds(db)).map(
      ({ paymentId, refundedMinor }) =>
        `payment ${paymentId}: refunded amount ${refundedMinor} does not match its refunds`,
    ),

  'gateway account balance': async (db) =>
    (await queries.listGatewayDifferences(db)).map(
      ({ currency, bookedMinor, expectedMinor }) =>
        `gateway: balance ${bookedMinor} ${currency}, expected ${expectedMinor}`,
    ),

  'received account balances by purpose': async (db) =>
    (await queries.listReceivedDifferences(db)).map(
      ({ account, currency, bookedMinor, expectedMinor }) =>
        `${account}: balance ${bookedMinor} ${currency}, expected ${expectedMinor}`,
    ),

  'paid orders are booked once': async (db) => (await bookings.listOrderDifferences(db)).map(formatDifference('order')),

  'tax of paid orders is booked once': async (db) =>
    (await bookings.listTaxDifferences(db)).map(formatDifference('tax of order')),

  'order refunds are booked once': async (db) =>
    (await bookings.listOrderRefundDifferences(db)).map(formatDifference('order refund')),

  'refunded amounts of orders match their refunds': async (db) =>
    (await queries.listOrdersNotMatchingRefunds(db)).map(
      ({ number, refundedMinor }) => `order ${number}: refunded amount ${refundedMinor} does not match its refunds`,
    ),

  'store credit balances': async (db) =>
    (await queries.listCreditDifferences(db)).map(
      ({ storeNumber, currency, bookedMinor, expectedMinor }) =>
        `credit:${storeNumber}: balance ${bookedMinor}, store has ${expectedMinor} ${currency}`,
    ),
};

export interface LedgerReport {
  transactions: number;
  checked: string[];
  wrong: string[];
}

/** Needs a repeatable-read transaction, because people keep buying while the checks run. */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const wrong: string[] = [];
  for (const check of Object.values(checks)) wrong.push(...(await check(db)));
  const counted = await queries.countTransactions.first(db);
  return { transactions: counted?.count ?? 0, checked: Object.keys(checks), wrong };
}
