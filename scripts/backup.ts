/** Backs up the database and the files: `npm run backup -- DIR [--keep N]`, where DIR is a folder or s3://bucket/prefix. */
import { parseArgs } from 'node:util';
import { requireBackupKey } from '#app/server/backup/backup-key.ts';
import { createBackup } from '#app/server/backup/create-backup.ts';
import { openBackupTarget } from '#platform/server/backup/backup-target.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { runOnDatabaseOrStart } from './run-command.ts';

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

await runOnDatabaseOrStart(async ({ database, connection, env }) => {
  const startedAt = performance.now();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
  const [address, ...rest] = positionals;
  if (address === undefined || rest.length > 0) throw new Error('usage: npm run backup -- DIR [--keep N]');
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new Error('--keep: must be a number from 1');
  const backupKey = requireBackupKey(env);
  const target = await openBackupTarget(address, env);
  const missing: string[] = [];
  const { manifest, added, reused, pruned } = await createBackup(
    { database, files: await createFileStore(env), env },
    {
      connection,
      target,
      backupKey,
      keep,
      onMissingFile: (key) => {
        if (missing.length < 100) missing.push(key);
      },
    },
  );
  const { tables, files } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `backup ${manifest.id} is complete (${seconds} s)\n` +
      `- ${tables.length} tables, ${rows} rows, ${files.count} files (${formatMegabytes(files.bytes)})\n` +
      `- ${formatMegabytes(added.bytes)} stored in ${added.chunks} new chunks, ${reused.chunks} chunks unchanged`,
  );
  if (keep !== null) console.log(`- ${pruned.backups} older backups and ${pruned.chunks} unused chunks deleted`);
  if (files.missing > 0)
    throw new Error(
      `${files.missing} files that rows refer to do not exist and are not in the backup:\n` +
        missing.map((key) => `- ${key}`).join('\n'),
    );
});
