import type { Context } from '#platform/server/http/context.ts';
import type { Db } from './database.ts';

/** Runs the work in the transaction of a write, or in one of its own for a read. */
export function joinTransaction<Result>(
  { db, services, correlationId }: Pick<Context, 'db' | 'services' | 'correlationId'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : services.database.inTransaction(correlationId, work);
}
