import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { acquireBackupLock, connectForBackup } from '#platform/server/backup/backup-lock.ts';
import { createChunkStore, type ChunkStore } from '#platform/server/backup/chunk-store.ts';
import { dumpFiles } from '#platform/server/backup/dump-files.ts';
import { beginSnapshot, dumpTables } from '#platform/server/backup/dump-tables.ts';
import {
  type BackupManifest,
  createBackupId,
  fingerprintKey,
  listBackupIds,
  readManifest,
  writeManifest,
} from '#platform/server/backup/manifest.ts';
import { pruneBackups } from '#platform/server/backup/prune-backups.ts';
import { assertRestoreEnded } from '#platform/server/db/unusable-database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { listFileReferences } from '#platform/server/files/file-references.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import { otherFileKeys } from './file-locations.ts';

const packageFile = join(import.meta.dirname, '../../../../package.json');

interface BackupOptions {
  connection: ClientConfig;
  target: FileStore;
  backupKey: string;
  /** How many backups stay. Null deletes none. */
  keep?: number | null;
  /** Called for each file that a row refers to and that does not exist. */
  onMissingFile: (key: string) => void;
}

interface BackupResult {
  manifest: BackupManifest;
  added: ChunkStore['added'];
  reused: ChunkStore['reused'];
  /** The deleted backups and chunks. */
  pruned: { backups: number; chunks: number };
}

/**
 * Backs up the database and its files. Rows come from one snapshot. The files follow it, and none of them is deleted
 * until the end, so every file that a row of the snapshot refers to is included. Older backups are deleted under the same
 * lock: another backup could otherwise count on a chunk that is about to be deleted.
 */
export async function createBackup(
  { database, files, env }: Pick<Services, 'database' | 'files' | 'env'>,
  { connection, target, backupKey, keep = null, onMissingFile }: BackupOptions,
): Promise<BackupResult> {
  const lock = await acquireBackupLock(connection);
  try {
    const previous = (await listBackupIds(target)).at(-1);
    const previousManifest = previous === undefined ? null : await readManifest(target, backupKey, previous);
    const chunks = createChunkStore(target, backupKey);
    const { createdAt, references, tables } = await dumpDatabase(connection, chunks, async (client) =>
      listFileReferences(client, await listPersonalTables(database.db), otherFileKeys),
    );
    try {
      const manifest: BackupManifest = {
        id: createBackupId(createdAt),
        createdAt: createdAt.toISOString(),
        version: (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version,
        secretKeys: env.SECRET_KEYS.map(fingerprintKey),
        ...tables,
        files: await dumpFiles(files, chunks, references, previousManifest, onMissingFile),
      };
      await lock.assertHeld();
      await writeManifest(target, backupKey, manifest);
      const pruned = keep === null ? { backups: 0, chunks: 0 } : await pruneBackups(target, backupKey, keep);
      return { manifest, added: chunks.added, reused: chunks.reused, pruned };
    } finally {
      await references.remove();
    }
  } finally {
    await lock.release();
  }
}

/** The snapshot ends before the files are read, because vacuum must not wait for them. */
async function dumpDatabase<References>(
  connection: ClientConfig,
  chunks: ChunkStore,
  listReferences: (client: Awaited<ReturnType<typeof connectForBackup>>) => Promise<References>,
) {
  const client = await connectForBackup(connection);
  try {
    await beginSnapshot(client);
    await assertRestoreEnded(client);
    const createdAt = new Date();
    const tables = await dumpTables(client, chunks);
    return { createdAt, tables, references: await listReferences(client) };
  } finally {
    await client.end();
  }
}
