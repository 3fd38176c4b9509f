import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { BackupError } from '#platform/server/backup/backup-error.ts';
import { beginUnlimited, connectForBackup } from '#platform/server/backup/backup-lock.ts';
import { createChunkStore } from '#platform/server/backup/chunk-store.ts';
import { loadFiles, readFileIndex } from '#platform/server/backup/dump-files.ts';
import { listTables } from '#platform/server/backup/dump-tables.ts';
import { loadTables } from '#platform/server/backup/load-tables.ts';
import { type BackupManifest, fingerprintKey } from '#platform/server/backup/manifest.ts';
import type { Env } from '#platform/server/config/env.ts';
import { openDatabase } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { findDifference, readMigrations } from '#platform/server/db/migration-files.ts';
import {
  assertNotInUse,
  dropEverything,
  hasRestoreMarker,
  restoreMarker,
} from '#platform/server/db/unusable-database.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';

const migrationsFolder = join(import.meta.dirname, '../../../../migrations');

interface RestoreOptions {
  connection: ClientConfig;
  files: FileStore;
  target: FileStore;
  backupKey: string;
  manifest: BackupManifest;
  /** Deletes what the database contains. */
  isOverwriting: boolean;
}

/** Throws unless this version and its SECRET_KEY can use the backup. */
export function assertRestorable(manifest: BackupManifest, env: Pick<Env, 'SECRET_KEYS'>): void {
  const own = env.SECRET_KEYS.map(fingerprintKey);
  const missing = manifest.secretKeys.filter((fingerprint) => !own.includes(fingerprint));
  if (missing.length > 0)
    throw new BackupError(
      `SECRET_KEY: the backup was made with key ${missing.join(', ')}, and this SECRET_KEY contains only ${own.join(', ')}: ` +
        'set SECRET_KEY to the keys used when the backup was made (outside production, the file `secret` in the data folder)',
    );
  const migrations = readMigrations(migrationsFolder);
  if (manifest.migrations.length !== migrations.length || findDifference(manifest.migrations, migrations) !== null)
    throw new BackupError(
      `the backup has the schema of another version: restore it with version ${manifest.version} of the portal`,
    );
}

/** Reads every chunk of a backup without restoring it. */
export async function checkBackup(target: FileStore, backupKey: string, manifest: BackupManifest): Promise<void> {
  const chunks = createChunkStore(target, backupKey);
  for (const table of manifest.tables) for (const id of table.chunks) await chunks.load(id);
  for await (const file of readFileIndex(chunks, manifest)) for (const id of file.chunks ?? []) await chunks.load(id);
}

/**
 * Restores a backup into an empty database and file store. The portal refuses a database whose restore has not ended;
 * the same command then starts over.
 */
export async function restoreBackup({ connection, files, ...options }: RestoreOptions): Promise<void> {
  const { target, backupKey, manifest, isOverwriting } = options;
  const client = await connectForBackup(connection);
  try {
    const isResumed = await prepareDatabase(client, isOverwriting);
    if (!isOverwriting && !isResumed) await assertNoFiles(files);
    await createTables(connection);
    const chunks = createChunkStore(target, backupKey);
    // Files come first: a row without its file would be broken, a file without a row is only unused.
    await loadFiles(files, chunks, manifest);
    await beginUnlimited(client);
    await assertJobSchema(client, manifest);
    await loadTables(client, chunks, manifest);
    await client.query(`drop schema ${restoreMarker}`);
    await client.query('commit');
    await beginUnlimited(client);
    await client.query('analyze');
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Empties the database if that is allowed, and marks it. Returns whether a restore was interrupted before. */
async function prepareDatabase(client: Client, isOverwriting: boolean): Promise<boolean> {
  await assertNotInUse(client);
  const isResumed = await hasRestoreMarker(client);
  if (!isResumed && !isOverwriting && (await listTables(client)).length > 0)
    throw new BackupError('the database is not empty: restore into an empty one, or add --overwrite to replace it');
  await beginUnlimited(client);
  await client.query(`
    create schema if not exists ${restoreMarker};
    ${dropEverything}
    commit`);
  return isResumed;
}

async function assertNoFiles(files: FileStore): Promise<void> {
  for await (const key of files.list(''))
    throw new BackupError(
      `the file store is not empty (${key}): use an empty one, or add --overwrite to replace files`,
    );
}

async function createTables(connection: ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    await migrate(database.pool, migrationsFolder, { isRestore: true });
    await createJobQueues(database.pool, []);
  } finally {
    await database.close();
  }
}

/** The job queue can only create the newest version of its tables. */
async function assertJobSchema(client: Client, { jobSchema, version }: BackupManifest): Promise<void> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  if (rows[0]?.version !== jobSchema)
    throw new BackupError(
      `the backup has job tables of version ${jobSchema}, this portal has ${rows[0]?.version}: ` +
        `restore with version ${version} of the portal, then upgrade`,
    );
}
