import type { LineCategory } from './categories.ts';

/** Debit is positive, credit negative; what one transaction books sums to nothing. */
export type LedgerEntries = Record<string, number>;

export interface LedgerOrder {
  method: 'card' | 'credit' | 'free';
  country: string;
  /** What its payment was for: a club year and an application's fee have accounts of their own. */
  purpose: string;
  /** Of the store whose credit pays for it. */
  storeNumber: number | null;
  lines: readonly { category: LineCategory; taxMinor: number; totalMinor: number }[];
}

/** What is written into the ledger when an order is paid: what came, what was sold and what is owed as tax. */
export function toLedgerEntries(order: LedgerOrder): LedgerEntries {
  return sumLedgerEntries(order, order.lines);
}

/** What is written when something of it is paid back: the same the other way round, for so much of each line. */
export function toRefundLedgerEntries(
  order: Omit<LedgerOrder, 'lines'>,
  lines: readonly { category: LineCategory; taxMinor: number; amountMinor: number }[],
): LedgerEntries {
  const parts = lines.map(({ amountMinor, ...line }) => ({ ...line, totalMinor: amountMinor }));
  return Object.fromEntries(
    Object.entries(sumLedgerEntries(order, parts)).map(([account, minor]) => [account, -minor]),
  );
}

function sumLedgerEntries(order: Omit<LedgerOrder, 'lines'>, lines: LedgerOrder['lines']): LedgerEntries {
  const payer = order.method === 'credit' ? `credit:${order.storeNumber}` : `received:${order.purpose}`;
  const entries: LedgerEntries = {};
  const add = (account: string, minor: number) => (entries[account] = (entries[account] ?? 0) + minor);
  for (const { category, taxMinor, totalMinor } of lines) {
    add(payer, totalMinor);
    add(`sales:${category}`, taxMinor - totalMinor);
    add(`tax:${order.country}`, -taxMinor);
  }
  return Object.fromEntries(Object.entries(entries).filter(([, minor]) => minor !== 0));
}
