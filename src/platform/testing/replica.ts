import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startPostgres } from '#platform/server/postgres/postgres.ts';

/** Starts a streaming replica. The data folder is copied during a backup by SQL, because there is no pg_basebackup. */
export async function startReplica(
  primary: EmbeddedPostgres,
  primaryFolder: string,
  folder: string,
): Promise<EmbeddedPostgres> {
  const client = new Client(primary.connection);
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', fast => true)");
    await mkdir(folder, { mode: 0o700 });
    for (const name of await readdir(primaryFolder))
      if (!['postmaster.pid', 'postmaster.opts', 'pg_wal'].includes(name))
        await cp(join(primaryFolder, name), join(folder, name), { recursive: true });
    await mkdir(join(folder, 'pg_wal'), { mode: 0o700 });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  await writeFile(join(folder, 'standby.signal'), '');
  const { host, port, user } = primary.connection;
  return startPostgres({
    dataDir: folder,
    settings: { primary_conninfo: `host=${host} port=${port} user=${user}`, wal_retrieve_retry_interval: '100ms' },
  });
}
