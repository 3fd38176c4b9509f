import type { LineCategory } from './categories.ts';

/** Debits are positive, credits negative. The entries of one transaction sum to zero. */
export type LedgerEntries = Record<string, number>;

export interface LedgerOrder {
  method: 'card' | 'credit' | 'free';
  country: string;
  /** The payment's purpose. Club years and application fees have their own accounts. */
  purpose: string;
  /** The store whose credit pays for the order. */
  storeNumber: number | null;
  lines: readonly { category: LineCategory; taxMinor: number; totalMinor: number }[];
}

/** The ledger entries of a paid order: money received, sales and tax owed. */
export function toLedgerEntries(order: LedgerOrder): LedgerEntries {
  return sumLedgerEntries(order, order.lines);
}

/** The ledger entries of a refund: the reverse of the sale, for the refunded part of each line. */
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
