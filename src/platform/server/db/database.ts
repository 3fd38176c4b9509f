import type { Kysely } from 'kysely';
import { Pool, TypeOverrides, types as pgTypes, type ClientConfig, type PoolConfig } from 'pg';
import { pipelineConfig, throwUnavailable, type StatementMode } from './connection.ts';
import { Replica } from './replica.ts';
import { sessionLimits } from './session-limits.ts';
import { SharedConnections } from './shared-connections.ts';
import type { Tables } from './table-types.ts';
import { getRepeatedState, type RepeatedState, runAsCurrent, type TransactionOptions } from './current-transaction.ts';
import { runTransaction } from './transaction.ts';

/** The transaction of a write, or the shared connections for reads. */
export type Db = Kysely<Tables>;

export interface DatabaseOptions {
  /** Keeps its session. */
  connection: ClientConfig;
  poolSize: number;
  /** A pooler in transaction mode, for everything that needs no session. */
  pooler?: ClientConfig;
  /** Defaults to `named`. */
  statements?: StatementMode;
  /** A replica, through the pooler if there is one. */
  replica?: ClientConfig;
  onReplicaChange?: (isUsed: boolean, reason?: unknown) => void;
}

export interface Database {
  /** Single statements, outside any transaction. */
  db: Db;
  pool: Pool;
  /** Keeps its sessions. The same as `pool` without a pooler. */
  sessionPool: Pool;
  /** Null without a replica. */
  replica: Pick<Replica, 'isUsed'> | null;
  /**
   * Runs reads that take long, on the replica if it is available. They see what was committed before, but not the changes
   * of the open transaction. The work must only read, because it runs again on `fallback` if the replica fails.
   */
  readFromReplica<Result>(fallback: Db, work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs the work in one transaction. The correlation id appears in pg_stat_activity and the PostgreSQL log. The work runs
   * again after a deadlock, so everything it changes must be in the database. It can't open another transaction, because
   * the two would wait for each other when the pool is exhausted.
   */
  inTransaction<Result>(
    correlationId: string,
    work: (db: Db) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** How often transactions were repeated, by the reason. */
  readonly repeats: Readonly<Record<RepeatedState, number>>;
  /** The listener is called after commits. */
  onCommit(listener: () => void): () => void;
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

const connectionLimits = { connectionTimeoutMillis: 10_000, keepAlive: true } satisfies ClientConfig;
/** Shorter, because the primary is asked instead. */
const replicaConnectionTimeoutMs = 2_000;
const sessionPoolSize = 2;
/** A transaction that is chosen three more times is in a deadlock that repeating can't resolve. */
const maxRepeats = 3;

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, poolSize, pooler, statements = 'named', replica: replicaConnection } = options;
  // A pooler rejects time limits as startup parameters. They are set for the role (see `assertRoleHasLimits`).
  const limits = { ...connectionLimits, ...(pooler === undefined && sessionLimits), types: typeParsers };
  const config = { ...limits, ...(pooler ?? connection) };
  const pool = createPool({ ...config, max: poolSize });
  const sessionPool =
    pooler === undefined ? pool : createPool({ ...limits, ...sessionLimits, ...connection, max: sessionPoolSize });
  const repeats: Record<RepeatedState, number> = { '40001': 0, '40P01': 0 };
  const commitListeners = new Set<() => void>();
  const reportCommit = () => {
    for (const listener of commitListeners) listener();
  };
  const readers = new SharedConnections(config, pool, statements, reportCommit);
  const replica =
    replicaConnection === undefined
      ? null
      : new Replica({
          pool: createPool({
            ...limits,
            connectionTimeoutMillis: replicaConnectionTimeoutMs,
            ...replicaConnection,
            max: poolSize,
          }),
          statements,
          primary: readers.db,
          onChange: options.onReplicaChange ?? (() => undefined),
        });
  return {
    db: readers.db,
    pool,
    sessionPool,
    replica,
    readFromReplica: (fallback, work) => (replica === null ? work(fallback) : replica.read(fallback, work)),
    repeats,
    async inTransaction(correlationId, work, { isRepeatable = true } = {}) {
      const result = await runAsCurrent({ isRepeatable }, async () => {
        for (let left = isRepeatable ? maxRepeats : 0; ; left--) {
          const client = await pool.connect().catch(throwUnavailable);
          try {
            return await runTransaction(pool, client, correlationId, statements, work);
          } catch (error) {
            const state = getRepeatedState(error);
            if (state === null || left === 0) throw error;
            repeats[state]++;
          }
        }
      });
      reportCommit();
      return result;
    },
    onCommit(listener) {
      commitListeners.add(listener);
      return () => commitListeners.delete(listener);
    },
    close: async () => {
      await readers.close();
      await replica?.close();
      await pool.end();
      if (sessionPool !== pool) await sessionPool.end();
    },
  };
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, ...pipelineConfig });
  // The pool replaces broken idle connections. Without a listener the error would crash the process.
  pool.on('error', () => undefined);
  // The same applies to connections in use. Their pending statements fail anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
