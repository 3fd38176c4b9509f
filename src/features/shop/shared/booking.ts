import type { LineCategory } from './lists.ts';

/** Debit is positive, credit negative; what one transaction books sums to nothing. */
export type Entries = Record<string, number>;

export interface BookedOrder {
  method: 'card' | 'credit' | 'free';
  country: string;
  /** What its payment was for: a club year and an application's fee have accounts of their own. */
  purpose: string;
  /** Of the store whose credit pays for it. */
  storeNumber: number | null;
  lines: readonly { category: LineCategory; taxMinor: number; totalMinor: number }[];
}

/** What is written into the ledger when an order is paid: what came, what was sold and what is owed as tax. */
export function bookingOf(order: BookedOrder): Entries {
  return entriesOf(order, order.lines);
}

/** What is written when something of it is paid back: the same the other way round, for so much of each line. */
export function refundBookingOf(
  order: Omit<BookedOrder, 'lines'>,
  lines: readonly { category: LineCategory; taxMinor: number; amountMinor: number }[],
): Entries {
  const parts = lines.map(({ amountMinor, ...line }) => ({ ...line, totalMinor: amountMinor }));
  return Object.fromEntries(Object.entries(entriesOf(order, parts)).map(([account, minor]) => [account, -minor]));
}

function entriesOf(order: Omit<BookedOrder, 'lines'>, lines: BookedOrder['lines']): Entries {
  const payer = order.method === 'credit' ? `credit:${order.storeNumber}` : `received:${order.purpose}`;
  const entries: Entries = {};
  const add = (account: string, minor: number) => (entries[account] = (entries[account] ?? 0) + minor);
  for (const { category, taxMinor, totalMinor } of lines) {
    add(payer, totalMinor);
    add(`sales:${category}`, taxMinor - totalMinor);
    add(`tax:${order.country}`, -taxMinor);
  }
  return Object.fromEntries(Object.entries(entries).filter(([, minor]) => minor !== 0));
}
