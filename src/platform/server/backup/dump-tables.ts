import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { beginUnlimited } from './backup-lock.ts';
import type { ChunkStore } from './chunk-store.ts';
import { mapInOrder } from './in-order.ts';
import type { BackupManifest, PartitionBackup, SequenceBackup, TableBackup } from './manifest.ts';
import { splitRows } from './split-content.ts';

/** Compression and encryption of this many chunks overlap. */
const concurrency = 4;

/** Schemas of the portal and its job queue, without those of PostgreSQL. */
const isOwnSchema = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'halocline_restore')`;

/** Sets the order of rows to that of the table, so unchanged rows are in the same chunks as last time. */
const snapshotSettings = `set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0`;

export async function beginSnapshot(client: Client): Promise<void> {
  await beginUnlimited(client, 'isolation level repeatable read read only');
  await client.query(snapshotSettings);
}

/** Copies every table of the client's snapshot. */
export async function dumpTables(
  client: Client,
  chunks: ChunkStore,
): Promise<Pick<BackupManifest, 'tables' | 'partitions' | 'sequences' | 'migrations' | 'jobSchema'>> {
  const tables: TableBackup[] = [];
  for (const table of await listTables(client)) tables.push(await dumpTable(client, chunks, table));
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  );
  const { rows: versions } = await client.query<{ version: number }>('select version from pgboss.version');
  return {
    tables,
    partitions: await listPartitions(client),
    // Sequences are not part of a snapshot. Read after it, they are never behind the rows.
    sequences: await readSequences(client),
    migrations,
    jobSchema: versions[0]?.version ?? 0,
  };
}

type TableDescription = Pick<TableBackup, 'schema' | 'name' | 'columns'>;

/** Tables without unlogged ones, which a crash empties anyway, and without generated columns. */
export async function listTables(client: Client): Promise<TableDescription[]> {
  const { rows } = await client.query<TableDescription>(`
    select n.nspname::text as schema, c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${isOwnSchema}
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`);
  return rows;
}

export function quoteTable({ schema, name }: Pick<TableBackup, 'schema' | 'name'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

export function quoteColumns(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ');
}

async function dumpTable(client: Client, chunks: ChunkStore, table: TableDescription): Promise<TableBackup> {
  const select = `select ${quoteColumns(table.columns)} from ${quoteTable(table)}`;
  const stream = client.query(copyTo(`copy (${select}) to stdout`));
  const ids: string[] = [];
  let rows = 0;
  const store = async ({ content, rows }: { content: Buffer; rows: number }) => ({
    id: await chunks.store(content),
    rows,
  });
  for await (const chunk of mapInOrder(splitRows(stream), concurrency, store)) {
    ids.push(chunk.id);
    rows += chunk.rows;
  }
  return { ...table, rows, chunks: ids };
}

/** Parents first. */
export async function listPartitions(client: Client): Promise<PartitionBackup[]> {
  const { rows } = await client.query<PartitionBackup>(`
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', pn.nspname, p.relname) as parent,
      pg_get_expr(c.relpartbound, c.oid)
        || case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end
        || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as clauses,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.conparentid = 0 and c.relkind = 'r') as "foreignKeys"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind in ('r', 'p') and ${isOwnSchema}
    order by c.relkind = 'r', c.oid`);
  return rows;
}

async function readSequences(client: Client): Promise<SequenceBackup[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relpersistence = 'p' and ${isOwnSchema} order by 1`);
  const sequences: SequenceBackup[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<SequenceBackup, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}
