import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Db } from '#platform/server/db/database.ts';
import { boolean, notNull, rawQuery } from '#platform/server/db/raw-query.ts';
import { BackupError } from './backup-error.ts';

/** An arbitrary number that no other advisory lock uses. */
const backupLock = 577_215_664;
/** File deletions hold the lock for a moment only. */
const waitMs = 2_000;

const tryLock = rawQuery(
  { isFree: notNull(boolean) },
  () => sql`select pg_try_advisory_xact_lock_shared(${sql.lit(backupLock)}) as "isFree"`,
);

/**
 * Whether file deletions must wait. A file is deleted after its row: if no backup runs now, a later snapshot does not
 * contain the row either, so the check needs no lock that outlasts it.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  return (await tryLock.first(db))?.isFree !== true;
}

export interface BackupLock {
  /** Throws if the connection was lost, because files may have been deleted since. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock that postpones file deletions. PostgreSQL releases it when the process dies. It belongs to an open
 * transaction, because a pooler in transaction mode would give a session's lock to others.
 */
export async function acquireBackupLock(connection: ClientConfig): Promise<BackupLock> {
  const client = await connectForBackup(connection);
  try {
    await beginUnlimited(client);
    await client.query(`set local lock_timeout = ${waitMs}`);
    await client.query(`select pg_advisory_xact_lock(${backupLock})`);
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === '55P03')
      throw new BackupError('another backup of this database is running', { cause: error });
    throw error;
  }
  return {
    async assertHeld() {
      await client.query('select 1').catch((error: unknown) => {
        throw new BackupError('the database connection was lost during the backup: run it again', { cause: error });
      });
    },
    release: () => client.end(),
  };
}

export async function connectForBackup(connection: ClientConfig): Promise<Client> {
  const client = new Client({ ...connection, keepAlive: true });
  // The pending statement fails anyway. Without a listener the error would crash the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Begins a transaction without time limits, because a large table takes hours. The limits are changed for the
 * transaction only: a pooler may give the session to others afterwards.
 */
export async function beginUnlimited(client: Client, mode = ''): Promise<void> {
  await client.query(`begin ${mode};
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}
