import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { beginUnlimited, connectForBackup } from './backup-lock.ts';
import { createChunkStore } from './chunk-store.ts';
import { beginSnapshot, dumpTables } from './dump-tables.ts';
import { loadTables } from './load-tables.ts';
import type { BackupManifest } from './manifest.ts';

const source = await createTestDatabase();
const target = await createTestDatabase();
const folder = createFolderFileStore(join(await createTemporaryFolder(), 'chunks'));
const chunks = createChunkStore(folder, 'a key for backups in tests, long enough');

/** Two tables that refer to each other, a trigger that rejects every row, and a table whose partitions a job creates. */
const tables = `
  create table wreck (id int primary key generated always as identity, deepest int, name text,
    length int generated always as (char_length(name)) stored);
  create table "Odd name" (id int primary key, wreck int not null references wreck, data bytea, tags text[]);
  alter table wreck add foreign key (deepest) references "Odd name";
  create function reject() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$;
  create table log (at date not null, n int not null, primary key (at, n)) partition by range (at);
  create unlogged table passing (id int)`;
const rows = `
  insert into wreck (name) values (e'tab\\t, line\\n, \\\\N'), (null), ('潜水'), ('');
  insert into "Odd name" values (7, 3, '\\xff00', array['a"b', null]);
  update wreck set deepest = 7 where id = 2;
  create table log_2026 partition of log for values from ('2026-01-01') to ('2027-01-01') partition by hash (n);
  create table log_2026_even partition of log_2026 for values with (modulus 2, remainder 0);
  create table log_2026_odd partition of log_2026 for values with (modulus 2, remainder 1) with (fillfactor = 70);
  alter table log_2026_odd add foreign key (at, n) references log_2026_odd (at, n);
  insert into log select '2026-05-01', n from generate_series(1, 30000) n;
  insert into passing values (1)`;
const trigger = 'create trigger reject before insert or update on wreck for each row execute function reject()';

const read = async ({ pool }: typeof source) =>
  (
    await pool.query(`
      select (select json_agg(w order by id) from wreck w) as wrecks, (select json_agg(o) from "Odd name" o) as odd,
        (select json_object_agg(part, count) from
          (select tableoid::regclass as part, count(*) from log group by 1 order by 1) p) as log,
        (select count(*)::int from passing) as passing,
        (select json_agg(json_build_array(relname, reloptions) order by relname) from pg_class
          where relispartition and relkind in ('r', 'p')) as partitions,
        (select json_agg(pg_get_constraintdef(oid)) from pg_constraint
          where conrelid = to_regclass('log_2026_odd') and contype = 'f') as keys`)
  ).rows[0] as object;

const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end())));
async function connect(connection: ClientConfig): Promise<Client> {
  const client = await connectForBackup(connection);
  clients.push(client);
  return client;
}

it('restores rows, sequences and partitions of a snapshot, without running triggers', async () => {
  await source.pool.query(`${tables}; ${rows}; ${trigger}`);
  const reader = await connect(source.connection);
  await beginSnapshot(reader);
  await reader.query('select 1');
  await source.pool.query('delete from log where n = 5');
  const dump = await dumpTables(reader, chunks);
  await source.pool.query("insert into log values ('2026-05-01', 5)");

  // A partition whose bounds are those of another time.
  await target.pool.query(`${tables}; ${trigger};
    create table log_2026 partition of log for values from ('2025-01-01') to ('2026-06-01')`);
  const writer = await connect(target.connection);
  await beginUnlimited(writer);
  await loadTables(writer, chunks, dump as BackupManifest);
  await writer.query('commit');

  expect(await read(target)).toEqual({ ...(await read(source)), passing: 0 });
  await expect(target.pool.query("insert into wreck (name) values ('x')")).rejects.toThrow('rejected');
  await target.pool.query('drop trigger reject on wreck');
  const { rows: inserted } = await target.pool.query("insert into wreck (name) values ('x') returning id");
  // The rejected row took the number 5.
  expect(inserted).toEqual([{ id: 6 }]);
  await expect(target.pool.query('delete from wreck where id = 3')).rejects.toThrow('violates foreign key');
});

it('rejects tables that differ from those of the backup', async () => {
  const reader = await connect(source.connection);
  await beginSnapshot(reader);
  const dump = await dumpTables(reader, chunks);
  await target.pool.query('alter table wreck add column extra int');
  const writer = await connect(target.connection);
  await beginUnlimited(writer);
  await expect(loadTables(writer, chunks, dump as BackupManifest)).rejects.toThrow(
    /the tables of the backup differ.*wreck/,
  );
});
