import type { Kysely } from 'kysely';
import { Pool, TypeOverrides, types as pgTypes, type ClientConfig } from 'pg';
import { fail } from '#platform/shared/errors.ts';
import { pipelineConfig } from './connection.ts';
import { SharedConnections } from './shared-connections.ts';
import type { Tables } from './table-types.ts';
import { runTransaction } from './transaction.ts';

/** The transaction of a write, or the shared connections for reads. */
export type Db = Kysely<Tables>;

export interface DatabaseOptions {
  connection: ClientConfig;
  poolSize: number;
}

export interface Database {
  /** Single statements, outside any transaction. */
  db: Db;
  pool: Pool;
  /** Runs the work in one transaction. The correlation id appears in pg_stat_activity and the PostgreSQL log. */
  inTransaction<Result>(correlationId: string, work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

// Dates stay strings, because a JavaScript Date would shift a birthdate by the time zone of the server.
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(pgTypes.builtins.DATE, (value) => value);
typeParsers.setTypeParser(pgTypes.builtins.INT8, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not a safe integer`);
  return number;
});

/** Timeouts for everything, because a hanging statement would block all users of a shared connection. */
const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
} satisfies ClientConfig;

export function openDatabase({ connection, poolSize }: DatabaseOptions): Database {
  const config = { ...connectionLimits, ...connection, types: typeParsers };
  const pool = new Pool({ ...config, ...pipelineConfig, max: poolSize });
  // The pool replaces broken idle connections. Without a listener the error would crash the process.
  pool.on('error', () => undefined);
  // The same applies to connections in use. Their pending statements fail anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const readers = new SharedConnections(config, pool);
  return {
    db: readers.db,
    pool,
    inTransaction: async (correlationId, work) =>
      runTransaction(pool, await pool.connect().catch(throwOverloaded), correlationId, work),
    close: async () => {
      await readers.close();
      await pool.end();
    },
  };
}

/** Detects the timeout by its message, because pg sets no error code for it. */
function throwOverloaded(error: Error): never {
  if (error.message !== 'timeout exceeded when trying to connect') throw error;
  throw fail('server.overloaded', {
    message: 'timed out waiting for a database connection',
    retryAfterS: 5,
    cause: error,
  });
}
