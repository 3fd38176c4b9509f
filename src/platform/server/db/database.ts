import type { Kysely } from 'kysely';
import { Pool, TypeOverrides, types as pgTypes, type ClientConfig } from 'pg';
import { fail } from '#platform/shared/errors.ts';
import { pipelineConfig, getQueryRunner } from './connection.ts';
import type { DB } from './db-types.ts';
import { SharedConnections } from './shared-connections.ts';
import { runTransaction } from './transaction.ts';

/** The transaction of a write, or the shared connections of a read. */
export type Db = Kysely<DB>;

export interface DatabaseOptions {
  connection: ClientConfig;
  poolSize: number;
}

export interface Database {
  /** Single statements, outside any transaction. */
  db: Db;
  pool: Pool;
  /** Runs the work in one transaction; the correlation id is seen in pg_stat_activity and in PostgreSQL's own log. */
  inTransaction<Result>(correlationId: string, work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

// A date stays what it is; a JavaScript Date would move a birthdate by the time zone of the server.
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(pgTypes.builtins.DATE, (value) => value);
typeParsers.setTypeParser(pgTypes.builtins.INT8, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is larger than a number can hold`);
  return number;
});

/** Nothing waits for ever: a statement that hangs would hold its connection, and on a shared one all who share it. */
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
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that breaks while a transaction has it; the statement that waits for it fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const readers = new SharedConnections(config);
  return {
    db: readers.db,
    pool,
    inTransaction: async (correlationId, work) =>
      runTransaction(await pool.connect().catch(throwOverloaded), correlationId, work),
    close: async () => {
      await readers.close();
      await pool.end();
    },
  };
}

interface StatementOptions {
  /** For a search: which way is short depends on the word, and only what is planned with it knows. */
  isPlannedAnew?: boolean;
}

/** A statement that is written once, prepared once on each connection, and typed by hand. */
export function statement<Row, const Parameters extends readonly unknown[]>(
  text: string,
  { isPlannedAnew }: StatementOptions = {},
) {
  const run = async (db: Db, ...parameters: Parameters): Promise<Row[]> => {
    // A single statement has nothing that kysely could add, and this is what most requests consist of.
    const { rows } = await getQueryRunner(db).run(text, parameters, isPlannedAnew);
    return rows as Row[];
  };
  return Object.assign(run, { text });
}

/** pg gives its errors about time no code. */
function throwOverloaded(error: Error): never {
  if (error.message !== 'timeout exceeded when trying to connect') throw error;
  throw fail('server.overloaded', { message: 'no connection was free in time', retryAfterS: 5, cause: error });
}
