/**
 * Restores a backup and verifies the result:
 * `npm run restore -- DIR [--backup ID] [--into FOLDER] [--overwrite]`; `--list` and `--check` change nothing.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireBackupKey } from '#app/server/backup/backup-key.ts';
import { assertRestorable, checkBackup, restoreBackup } from '#app/server/backup/restore-backup.ts';
import { openConnection } from '#app/server/database-connection.ts';
import { openBackupTarget } from '#platform/server/backup/backup-target.ts';
import { listBackupIds, readManifest } from '#platform/server/backup/manifest.ts';
import { readEnv, type Env } from '#platform/server/config/env.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { printVerification } from './print-verification.ts';
import { findRunningDatabase, runCommand, useDatabase } from './run-command.ts';

const usage = 'usage: npm run restore -- DIR [--backup ID] [--into FOLDER] [--overwrite] [--check] [--list]';

await runCommand(async () => {
  const startedAt = performance.now();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      backup: { type: 'string' },
      into: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const [address, ...rest] = positionals;
  if (address === undefined || rest.length > 0) throw new Error(usage);
  const env = redirect(readEnv(process.env), values.into);
  const backupKey = requireBackupKey(env);
  const target = await openBackupTarget(address, env);
  const ids = await listBackupIds(target);
  if (values.list) {
    console.log(ids.join('\n'));
    return;
  }
  const id = values.backup ?? ids.at(-1);
  if (id === undefined) throw new Error(`there is no complete backup in ${address}`);
  const manifest = await readManifest(target, backupKey, id);
  if (values.check || values.overwrite) await checkBackup(target, backupKey, manifest);
  if (values.check) {
    console.log(`backup ${id} is complete and intact`);
    return;
  }
  assertRestorable(manifest, env);
  if ((await findRunningDatabase(env)) !== null)
    throw new Error(`a portal is running on ${env.DATA_DIR}: stop it first`);
  const files = await createFileStore(env);
  const { connection, stop } = await openConnection(env);
  try {
    await restoreBackup({ connection, files, target, backupKey, manifest, isOverwriting: values.overwrite });
    console.log(`backup ${id} is restored (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
    await useDatabase(env, { connection, stop: async () => undefined }, ({ database }) =>
      printVerification({ database, env, files }, connection),
    );
  } finally {
    await stop();
  }
});

/** Restores into an embedded database and a folder of files, wherever the portal's own are. */
function redirect(env: Env, folder: string | undefined): Env {
  return folder === undefined
    ? env
    : { ...env, DATA_DIR: resolve(folder), DATABASE_URL: undefined, S3_BUCKET: undefined };
}
