import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { CodedError } from '#platform/shared/errors.ts';
import type { StatementMode } from './connection.ts';
import type { Db } from './database.ts';
import type { Params } from './query.ts';
import { boolean, notNull, rawQuery, text } from './raw-query.ts';
import { runTransaction } from './transaction.ts';

/** A replica that is further behind than this is left out. */
const maxWaitMs = 500;
const maxPauseMs = 20;
const probeIntervalMs = 5_000;
/** A connection on which the replica does not say in time how far it is may lead to a machine that is gone. */
const answerTimeoutMs = 2_000;
/** Of pg-pool, when all its connections are in use. A connection that can't be opened in time has another message. */
const poolFullMessage = 'timeout exceeded when trying to connect';

/** Every acknowledged commit is before this position. */
const readPosition = rawQuery(
  { position: notNull(text) },
  () => sql`select pg_current_wal_flush_lsn()::text as position`,
);
/** Null on a server that replicates nothing, such as a former replica that was promoted. */
const readProgress = rawQuery(
  { hasReached: boolean },
  (p: Params<{ position: string }>) => sql`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${p.position}::pg_lsn end as "hasReached"`,
);

export interface ReplicaOptions {
  pool: Pool;
  statements: StatementMode;
  primary: Db;
  /** Called when the replica is left out, with the reason, and when it is used again. */
  onChange: (isUsed: boolean, reason?: unknown) => void;
}

/**
 * Reads from a replica that has every change committed before the read, so people see what they and others just saved.
 * A replica that is unavailable or behind is left out until it answers in time again (decision 059).
 */
export class Replica {
  readonly #options: ReplicaOptions;
  #isUsed = true;
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Reads from `fallback` while the replica is left out, and if it fails during the work. */
  async read<Result>(fallback: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
    if (!this.#isUsed) return work(fallback);
    try {
      return await this.#readHere(work);
    } catch (error) {
      if (error instanceof CodedError || isStatementTimeout(error)) throw error;
      if (!isOnlyOfThisRead(error)) this.#leaveOut(error);
      return work(fallback);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#probe);
    await this.#options.pool.end();
  }

  /** In a transaction, because a pooler or a load balancer could send each statement to another server. */
  async #readHere<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const { pool, primary, statements } = this.#options;
    const connecting = pool.connect();
    // Its error is handled below, after the primary has answered.
    connecting.catch(() => undefined);
    const row = await readPosition.first(primary).catch((error: unknown) => {
      connecting.then(
        (unused) => unused.release(),
        () => undefined,
      );
      throw error;
    });
    const client = await connecting;
    return runTransaction(pool, client, 'halocline-replica', statements, async (db) => {
      const timer = setTimeout(() => disconnect(client), answerTimeoutMs);
      await waitForReplay(db, row?.position ?? '').finally(() => clearTimeout(timer));
      return work(db);
    });
  }

  #leaveOut(reason: unknown): void {
    if (!this.#isUsed || this.#isClosed) return;
    this.#isUsed = false;
    this.#options.onChange(false, reason);
    this.#scheduleProbe();
  }

  #scheduleProbe(): void {
    this.#probe = setTimeout(() => void this.#tryAgain(), probeIntervalMs).unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#readHere(async () => undefined);
      this.#isUsed = true;
      this.#options.onChange(true);
    } catch {
      if (!this.#isClosed) this.#scheduleProbe();
    }
  }
}

async function waitForReplay(db: Db, position: string): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const hasReached = (await readProgress.first(db, { position }))?.hasReached;
    if (hasReached === true) return;
    if (hasReached === null) throw new Error('the server of DATABASE_REPLICA_URL is not a replica');
    if (performance.now() > deadline) throw new Error(`the replica is more than ${maxWaitMs} ms behind`);
    await delay(pauseMs);
  }
}

/** Fails the statements of the connection. */
function disconnect(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy(new Error(`the replica did not answer within ${answerTimeoutMs} ms`));
}

/** A full pool, or an error of a statement, such as a conflict with replication, doesn't mean that the next read fails. */
function isOnlyOfThisRead(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'ERROR';
  return error instanceof Error && error.message === poolFullMessage;
}

function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}
