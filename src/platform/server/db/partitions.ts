import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from 'pg';

/** A table whose rows are in ranges of one column (decision 060). */
export type PartitionedTable = { name: string; key: string } & (
  | {
      /** Values per partition. Room for as many is always left. */
      size: number;
      /** A sequence from which the values come. */
      sequence: string;
    }
  | {
      period: 'week' | 'month';
      /** Created in advance, in periods. */
      ahead: number;
      /** Partitions whose rows are all older are dropped. */
      retention: string;
    }
);

interface Partition {
  name: string;
  /** Null for the first and the last. */
  upper: string | null;
  isDefault: boolean;
  isExpired: boolean;
}

interface PartitionState {
  partitions: Partition[];
  /** The partitions that are missing, in their order. */
  missing: { lower: string; upper: string }[];
}

/** An arbitrary number that no other advisory lock uses. */
const partitionLock = 271_828_182;
/** Everyone who uses the table waits behind a change of its partitions. */
const lockTimeoutMs = 500;

const lockNotAvailable = '55P03';

/**
 * Creates the partitions of the coming time and drops those whose retention is over. Only one process does so at a time. What
 * a backup's locks prevent is postponed: until then rows go to the default partition.
 */
export async function maintainPartitions(pool: Pool, tables: readonly PartitionedTable[]): Promise<string[]> {
  const client = await pool.connect();
  const changes: string[] = [];
  const change = async (text: string, work: () => Promise<boolean>) => {
    try {
      if (await inPartitionTransaction(client, work)) changes.push(text);
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      changes.push(`postponed: ${text}`);
    }
  };
  try {
    for (const table of tables) {
      const { partitions, missing } = await inPartitionTransaction(client, () => readState(client, table));
      const rest = partitions.find(({ isDefault }) => isDefault);
      if (rest === undefined) throw new Error(`${table.name} has no default partition`);
      for (const { lower, upper } of missing) {
        const name = `${table.name}_${lower.replace(/ .*/, '').replaceAll('-', '_')}`;
        await change(`created ${name}`, async () => {
          // Another process may have created it since.
          if (await exists(client, name)) return false;
          await createPartition(client, table, rest.name, { name, lower, upper });
          return true;
        });
      }
      for (const { name } of partitions.filter(({ isExpired }) => isExpired))
        await change(`dropped ${name}`, async () => {
          if (!(await exists(client, name))) return false;
          await client.query(`drop table ${escapeIdentifier(name)}`);
          return true;
        });
    }
    return changes;
  } finally {
    client.release();
  }
}

/** Reads whole tables, so it takes longer than other statements may. */
export async function analyzePartitionedTables(pool: Pool, tables: readonly PartitionedTable[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { name } of tables) {
      await client.query('begin');
      try {
        await client.query('set local statement_timeout = 0');
        await client.query(`analyze ${escapeIdentifier(name)}`);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
  } finally {
    client.release();
  }
}

async function exists(client: PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query('select where to_regclass($1) is not null', [name]);
  return rows.length > 0;
}

async function inPartitionTransaction<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = 0; set local statement_timeout = 0; set local timezone = 'UTC'`);
    await client.query(`select pg_advisory_xact_lock(${partitionLock})`);
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function readState(client: PoolClient, table: PartitionedTable): Promise<PartitionState> {
  const isTime = 'period' in table;
  const type = isTime ? 'timestamptz' : 'bigint';
  const retention = isTime ? table.retention : '0';
  const { rows: partitions } = await client.query<Partition>(
    `select c.relname::text as name, b.upper, b.bound = 'DEFAULT' as "isDefault",
       ${isTime ? `coalesce(b.upper::timestamptz <= now() - $2::interval, false)` : '$2::text is null'} as "isExpired"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid,
       lateral (select pg_get_expr(c.relpartbound, c.oid) as bound,
         (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$ TO \\('?([^')]+)$r$))[1] as upper) b
     where i.inhparent = $1::regclass
     order by b.upper::${type} nulls last`,
    [table.name, retention],
  );
  const last = partitions.findLast(({ upper }) => upper !== null)?.upper ?? null;
  if (last === null) throw new Error(`${table.name} has no partition with a bound`);
  const { rows: missing } = await client.query<PartitionState['missing'][number]>(
    isTime
      ? `select lower::text, (lower + $2::interval)::text as upper
         from generate_series($1::timestamptz, now() + $3::int * $2::interval, $2::interval) lower`
      : `select lower::text, (lower + $2::bigint)::text as upper
         from ${escapeIdentifier(table.sequence)}, generate_series($1::bigint, last_value + $2::bigint - 1, $2::bigint) lower`,
    isTime ? [last, `1 ${table.period}`, table.ahead] : [last, table.size],
  );
  return { partitions, missing };
}

/** Makes a partition like the default one, with its rows of the range. */
async function createPartition(
  client: PoolClient,
  { name: table, key }: PartitionedTable,
  rest: string,
  { name, lower, upper }: { name: string; lower: string; upper: string },
): Promise<void> {
  const [parent, from, created] = [table, rest, name].map(escapeIdentifier);
  const bounds = [lower, upper].map(escapeLiteral);
  const { rows } = await client.query<{ options: string; foreignKeys: string[] }>(
    `select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') as options,
       array(select pg_get_constraintdef(oid) from pg_constraint
         where contype = 'f' and conrelid = c.oid and confrelid = c.oid) as "foreignKeys"
     from pg_class c where c.oid = $1::regclass`,
    [rest],
  );
  const { options = '', foreignKeys = [] } = rows[0] ?? {};
  await client.query(`create table ${created} (like ${parent} including all) ${options}`);
  for (const foreignKey of foreignKeys)
    await client.query(
      `alter table ${created} add ${foreignKey.replace(/REFERENCES \S+?\(/, `REFERENCES ${created}(`)}`,
    );
  await client.query(`lock table ${from} in access exclusive mode`);
  await client.query(
    `with moved as (delete from ${from} where ${escapeIdentifier(key)} >= ${bounds[0]} and ${escapeIdentifier(key)} < ${bounds[1]}
       returning *)
     insert into ${created} select * from moved`,
  );
  await client.query(
    `alter table ${parent} attach partition ${created} for values from (${bounds[0]}) to (${bounds[1]})`,
  );
}
