import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { recordLedgerTransaction, type LedgerTransaction } from './ledger.ts';

const { pool, db, inTransaction } = await createTestDatabase();
const at = new Date('2026-05-01T12:00:00Z');
const booking = (
  entries: LedgerTransaction['entries'],
  changes: Partial<LedgerTransaction> = {},
): LedgerTransaction => ({
  kind: 'test',
  reference: randomUUID(),
  currency: 'EUR',
  at,
  entries,
  ...changes,
});
const write = (transaction: LedgerTransaction) =>
  inTransaction('test', (tx) => recordLedgerTransaction(tx, transaction));

async function balances(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; sum: number }>(
    'select account, sum(amount_minor)::bigint as sum from ledger_entry group by account',
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}
const bookingsOf = async (reference: string) =>
  (await pool.query('select from ledger_transaction where reference = $1', [reference])).rowCount;

describe('recordLedgerTransaction', () => {
  it('keeps every account and the total balanced', async () => {
    const accounts = ['gateway', 'received:order', 'sales:course', 'tax:DE', 'credit:20001', 'funding'];
    const entries = fc
      .dictionary(fc.constantFrom(...accounts), fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), { minKeys: 1 })
      .map((some) => ({ ...some, rest: -Object.values(some).reduce((sum, minor) => sum + minor, 0) }));
    const expected: Record<string, number> = await balances();
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { maxLength: 4 }), async (bookings) => {
        await Promise.all(bookings.map((entry) => write(booking(entry))));
        for (const [account, minor] of bookings.flatMap((entry) => Object.entries(entry)))
          if (minor !== 0) expected[account] = (expected[account] ?? 0) + minor;
        const actual = await balances();
        expect(actual).toEqual(expected);
        expect(Object.values(actual).reduce((sum, minor) => sum + minor, 0)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['unbalanced entries', { gateway: 100, 'received:club': -99 }],
    ['a single entry', { gateway: 100 }],
    ['fractions of a cent', { gateway: 0.5, 'received:club': -0.5 }],
    ['NaN', { gateway: Number.NaN, 'received:club': 1 }],
    ['unsafe integers', { gateway: 2 ** 53, 'received:club': -(2 ** 53) }],
  ])('rejects %s', async (_name, entries) => {
    const transaction = booking(entries);
    await expect(write(transaction)).rejects.toThrow(transaction.reference);
    expect(await bookingsOf(transaction.reference)).toBe(0);
  });

  it('is backed by a database check for every transaction', async () => {
    const id = randomUUID();
    await expect(
      inTransaction('test', async (tx) => {
        await tx
          .insertInto('ledger_transaction')
          .values({ transaction_id: id, kind: 'test', reference: id, currency: 'EUR', at })
          .execute();
        await tx
          .insertInto('ledger_entry')
          .values({ transaction_id: id, account: 'gateway', amount_minor: 1 })
          .execute();
      }),
    ).rejects.toThrow('does not balance');
    expect(await bookingsOf(id)).toBe(0);
  });

  it('books the same reference once', async () => {
    const transaction = booking({ gateway: 5, 'received:club': -5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => write(transaction)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bookingsOf(transaction.reference)).toBe(1);
  });

  it('is append-only', async () => {
    const transaction = booking({ gateway: 5, 'received:club': -5 });
    await write(transaction);
    const before = await balances();
    for (const change of [
      'update ledger_entry set amount_minor = amount_minor * 2',
      'delete from ledger_entry',
      `update ledger_transaction set currency = 'USD'`,
      'delete from ledger_transaction',
    ])
      await expect(pool.query(change)).rejects.toThrow('only ever added to');
    expect(await balances()).toEqual(before);
  });

  it('skips zero entries and requires a transaction', async () => {
    const nothing = booking({ gateway: 0, 'received:club': 0 });
    await write(nothing);
    expect(await bookingsOf(nothing.reference)).toBe(0);
    await expect(recordLedgerTransaction(db, booking({ gateway: 5, 'received:club': -5 }))).rejects.toThrow(
      'in a transaction',
    );
  });
});
