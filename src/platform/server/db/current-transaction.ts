import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from 'pg';

export interface TransactionOptions {
  /** False for work that also changes something outside the database, which a rollback doesn't undo. Defaults to true. */
  isRepeatable?: boolean;
}

interface CurrentTransaction extends Required<TransactionOptions> {
  isOpen: boolean;
}

const storage = new AsyncLocalStorage<CurrentTransaction>();

/** Runs the work as the current transaction, of which there is none yet. */
export async function runAsCurrent<Result>(
  { isRepeatable }: Required<TransactionOptions>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (storage.getStore()?.isOpen === true)
    throw new Error('a transaction was opened inside another: pass on its database instead');
  // Timers and connections that the work creates stay in this context after its end.
  const transaction: CurrentTransaction = { isOpen: true, isRepeatable };
  try {
    return await storage.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** Throws in a transaction that may run again, because the action would too. */
export function assertNotRepeated(action: string): void {
  const transaction = storage.getStore();
  if (transaction?.isOpen === true && transaction.isRepeatable)
    throw new Error(`${action} inside a transaction, which may be repeated: move it before or after`);
}

const repeatedStates = ['40001', '40P01'] as const;
/** The SQLSTATE of a serialization failure or a deadlock. PostgreSQL has rolled back then, and recommends to repeat. */
export type RepeatedState = (typeof repeatedStates)[number];

export function getRepeatedState(error: unknown): RepeatedState | null {
  if (!(error instanceof DatabaseError)) return null;
  return repeatedStates.find((state) => state === error.code) ?? null;
}
