import type { Client } from 'pg';
import { isOutsideTransaction, splitStatements } from '#platform/server/db/migrate.ts';

interface ColumnState {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
}

interface TableState {
  oid: number;
  name: string;
  file: number;
  scans: number;
}

interface SchemaState {
  tables: TableState[];
  columns: ColumnState[];
  /** Those whose rows PostgreSQL has checked. */
  foreignKeys: { oid: number; table: number }[];
}

/** Statements that take long and block neither readers nor writers. */
const concurrentStatement =
  /^(create (unique )?index concurrently |drop index concurrently |alter table [\w.]+ validate constraint \w+$)/i;
/** A procedure that changes rows in many short transactions. */
const call = /^call (\w+)\(\)$/i;
/** Locks that wait for writers, and behind which writers wait. */
const blockingModes = new Set(['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']);

/**
 * Applies a migration and returns why it would stop or break processes of the former version on large tables. PostgreSQL
 * reports what it did: tables need no rows, because a scan of an empty table counts too.
 */
export async function lintMigration(client: Client, text: string, end: 'commit' | 'rollback'): Promise<string[]> {
  if (isOutsideTransaction(text)) return lintConcurrent(client, text);
  await client.query('begin; set local enable_seqscan = off');
  try {
    const before = await readSchema(client);
    await client.query(text);
    const after = await readSchema(client);
    const locks = await listLocks(client);
    await client.query(end);
    return [...listScans(before, after, locks), ...listBreaks(before, after)];
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function lintConcurrent(client: Client, text: string): Promise<string[]> {
  const problems: string[] = [];
  for (const statement of splitStatements(text)) {
    const [, procedure] = call.exec(statement) ?? [];
    if (procedure !== undefined) problems.push(...(await lintCall(client, procedure)));
    else if (concurrentStatement.test(statement)) await client.query(statement);
    else problems.push(`needs a transaction: ${statement}`);
  }
  return problems;
}

/** Runs a procedure and returns which tables it reads as a whole, and whether it never commits. */
async function lintCall(client: Client, procedure: string): Promise<string[]> {
  const countScans = async () => {
    await client.query('select pg_stat_force_next_flush(); select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ name: string; scans: number }>(
      'select relname as name, seq_scan::int as scans from pg_stat_user_tables',
    );
    return rows;
  };
  const before = await countScans();
  await client.query('set enable_seqscan = off');
  await client.query(`call ${procedure}()`);
  await client.query('reset enable_seqscan');
  const scanned = (await countScans()).filter(
    ({ name, scans }) => scans > (before.find((table) => table.name === name)?.scans ?? 0),
  );
  const { rows } = await client.query<{ source: string }>('select prosrc as source from pg_proc where proname = $1', [
    procedure,
  ]);
  const commits = rows.some(({ source }) => /\bcommit;/i.test(source));
  return [
    ...scanned.map(({ name }) => `reads all of ${name} in each part of ${procedure}`),
    ...(commits ? [] : [`changes all rows of ${procedure} in one transaction`]),
  ];
}

async function readSchema(client: Client): Promise<SchemaState> {
  const { rows: tables } = await client.query<TableState>(`
    select c.oid::int, c.relname as name, c.relfilenode::int as file,
      coalesce(pg_stat_get_xact_numscans(c.oid), 0)::int as scans
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  const { rows: columns } = await client.query<ColumnState>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`);
  const { rows: foreignKeys } = await client.query<SchemaState['foreignKeys'][number]>(`
    select oid::int, conrelid::int as table from pg_constraint where contype = 'f' and convalidated`);
  return { tables, columns, foreignKeys };
}

/** The modes of the locks that the transaction holds. */
async function listLocks(client: Client): Promise<Map<number, string[]>> {
  const { rows } = await client.query<{ oid: number; modes: string[] }>(`
    select relation::int as oid, array_agg(mode) as modes from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation' and granted group by 1`);
  return new Map(rows.map(({ oid, modes }) => [oid, modes]));
}

function listScans(before: SchemaState, after: SchemaState, locks: Map<number, string[]>): string[] {
  const problems: string[] = [];
  for (const { oid, name, file, scans } of before.tables) {
    const now = after.tables.find((table) => table.oid === oid);
    const modes = locks.get(oid) ?? [];
    const isNewKey = (key: SchemaState['foreignKeys'][number]) =>
      key.table === oid && !before.foreignKeys.some((former) => former.oid === key.oid);
    if (now === undefined) continue;
    if (now.file !== file) problems.push(`rewrites ${name}`);
    else if (after.foreignKeys.some(isNewKey) || (now.scans > scans && modes.some((mode) => blockingModes.has(mode))))
      problems.push(`reads all of ${name} while no one else can write it`);
    else if (now.scans > scans && modes.includes('RowExclusiveLock'))
      problems.push(`changes rows of ${name} that no index finds, in one transaction`);
  }
  return problems;
}

function listBreaks(before: SchemaState, after: SchemaState): string[] {
  const toKey = ({ table, name, type }: ColumnState) => `${table}.${name} ${type}`;
  const toName = ({ table, name }: ColumnState) => `${table}.${name}`;
  const kept = new Set(after.columns.map(toKey));
  const known = new Map(before.columns.map((column) => [toName(column), column]));
  const tables = new Set(before.columns.map(({ table }) => table));
  const removed = before.columns.filter((column) => !kept.has(toKey(column)));
  const required = after.columns.filter(
    (column) => tables.has(column.table) && column.isRequired && known.get(toName(column))?.isRequired !== true,
  );
  return [
    ...removed.map((column) => `removes ${toKey(column)}, which the former version uses`),
    ...required.map((column) => `requires ${toName(column)}, which the former version doesn't set`),
  ];
}
