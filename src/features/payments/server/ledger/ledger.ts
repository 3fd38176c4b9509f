import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

export interface LedgerTransaction {
  /** Unique together with the reference, so nothing is booked twice. */
  kind: string;
  reference: string;
  currency: string;
  at: Date;
  /** Minor units by account; debits are positive, credits negative. */
  entries: Readonly<Record<string, number>>;
}

interface NewTransaction extends Omit<LedgerTransaction, 'entries'> {
  id: string;
  accounts: string[];
  amounts: number[];
}

const insertLedgerTransaction = query((db, p: Params<NewTransaction>) =>
  db
    .with('transaction', (db) =>
      db
        .insertInto('ledger_transaction')
        .values({ transaction_id: p.id, kind: p.kind, reference: p.reference, currency: p.currency, at: p.at })
        .returning('transaction_id'),
    )
    .insertInto('ledger_entry')
    .columns(['transaction_id', 'account', 'amount_minor'])
    .expression((eb) => {
      const lists = sql<{ account: string; amount_minor: number }>`
        unnest(${p.accounts}::text[], ${p.amounts}::bigint[])`;
      return eb
        .selectFrom(['transaction', lists.as<'entry'>(sql`entry (account, amount_minor)`)])
        .select(['transaction.transaction_id', 'entry.account', 'entry.amount_minor']);
    }),
);

/** Must run in the same transaction as the change it books. Entries of zero are skipped. */
export async function recordLedgerTransaction(
  db: Db,
  { kind, reference, currency, at, entries }: LedgerTransaction,
): Promise<void> {
  if (!db.isTransaction) throw new Error('ledger entries must be recorded in a transaction');
  const moved = Object.entries(entries).filter(([, amountMinor]) => amountMinor !== 0);
  if (moved.length === 0) return;
  if (!moved.every(([, amountMinor]) => Number.isSafeInteger(amountMinor)))
    throw new RangeError(`${kind} ${reference} has an amount that is not a whole number of minor units`);
  if (moved.reduce((sum, [, amountMinor]) => sum + BigInt(amountMinor), 0n) !== 0n)
    throw new Error(`${kind} ${reference} does not balance`);
  const accounts = moved.map(([account]) => account);
  const amounts = moved.map(([, amountMinor]) => amountMinor);
  await insertLedgerTransaction(db, { id: randomUUID(), kind, reference, currency, at, accounts, amounts });
}
