import { randomUUID } from 'node:crypto';
import { type Db, statement } from '#platform/server/db/database.ts';

export interface LedgerTransaction {
  /** Unique together with the reference, so nothing is booked twice. */
  kind: string;
  reference: string;
  currency: string;
  at: Date;
  /** Minor units by account; debits are positive, credits negative. */
  entries: Readonly<Record<string, number>>;
}

const insertLedgerTransaction = statement<
  unknown,
  [id: string, kind: string, reference: string, currency: string, at: Date, accounts: string[], amounts: number[]]
>(`
  with transaction as (
    insert into ledger_transaction (transaction_id, kind, reference, currency, at) values ($1, $2, $3, $4, $5)
    returning transaction_id
  )
  insert into ledger_entry (transaction_id, account, amount_minor)
  select transaction_id, entry.account, entry.amount_minor
  from transaction, unnest($6::text[], $7::bigint[]) entry(account, amount_minor)`);

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
  await insertLedgerTransaction(db, randomUUID(), kind, reference, currency, at, accounts, amounts);
}
