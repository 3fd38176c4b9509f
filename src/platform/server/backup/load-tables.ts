import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import type { ChunkStore } from './chunk-store.ts';
import { listPartitions, listTables, quoteColumns, quoteTable } from './dump-tables.ts';
import { mapInOrder } from './in-order.ts';
import type { BackupManifest, PartitionBackup, TableBackup } from './manifest.ts';

interface Statements {
  drop: string;
  add: string;
}

const concurrency = 4;

/**
 * Replaces all rows of the migrated database with those of the backup, in the client's transaction. Foreign keys are
 * removed and added again, which checks every row; this also works for a role that is no superuser.
 */
export async function loadTables(client: Client, chunks: ChunkStore, manifest: BackupManifest): Promise<void> {
  await assertSameTables(client, manifest);
  await createPartitions(client, manifest);
  const foreignKeys = await listForeignKeys(client);
  for (const { drop } of foreignKeys) await client.query(drop);
  const tables = manifest.tables.map(quoteTable);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of manifest.tables) await loadTable(client, chunks, table);
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { add } of foreignKeys) await client.query(add);
}

/** Gives every table the partitions of the backup. Those of the migrated database have bounds that depend on its age. */
async function createPartitions(client: Client, { partitions }: BackupManifest): Promise<void> {
  const describe = ({ name, clauses }: PartitionBackup) => `${name} ${clauses}`;
  const own = await listPartitions(client);
  const backedUp = new Set(partitions.map(describe));
  const same = new Set(own.map(describe)).intersection(backedUp);
  for (const partition of own.toReversed())
    if (!same.has(describe(partition))) await client.query(`drop table if exists ${partition.name} cascade`);
  for (const partition of partitions) {
    const { name, parent, clauses, foreignKeys } = partition;
    if (same.has(describe(partition))) continue;
    await client.query(`create table ${name} partition of ${parent} ${clauses}`);
    for (const foreignKey of foreignKeys) await client.query(`alter table ${name} add ${foreignKey}`);
  }
}

/** Migrations with the same hashes create the same tables, so a difference is a change that no migration made. */
async function assertSameTables(client: Client, { tables }: BackupManifest): Promise<void> {
  const describe = ({ columns, ...table }: Pick<TableBackup, 'schema' | 'name' | 'columns'>) =>
    `${quoteTable(table)} (${quoteColumns(columns.toSorted())})`;
  const own = new Set((await listTables(client)).map(describe));
  const backedUp = new Set(tables.map(describe));
  const [different] = own.symmetricDifference(backedUp);
  if (different !== undefined)
    throw new BackupError(`the tables of the backup differ from those of this version: ${different}`);
}

async function listForeignKeys(client: Client): Promise<Statements[]> {
  const { rows } = await client.query<Statements>(`
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0 order by k.oid`);
  return rows;
}

async function loadTable(client: Client, chunks: ChunkStore, table: TableBackup): Promise<void> {
  const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${quoteColumns(table.columns)}) from stdin`));
  const contents = mapInOrder(Readable.from(table.chunks), concurrency, (id: string) => chunks.load(id));
  await pipeline(Readable.from(contents, { highWaterMark: 1 }), stream);
  if (stream.rowCount !== table.rows)
    throw new BackupError(`${quoteTable(table)}: loaded ${stream.rowCount} rows, expected ${table.rows}`);
}
