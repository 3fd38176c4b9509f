import { type Client, escapeIdentifier } from 'pg';

interface TableStatistics {
  rows: number;
  /** For timestamps: how long ago the oldest is. */
  years?: number;
}

const million = 1_000_000;
const people = million;

/** Rows of an association with a million people; other tables with personal data have one row for each. */
const tables: Readonly<Record<string, TableStatistics>> = {
  audit_entry: { rows: 10 * million },
  dive_log: { rows: 10 * million },
  dive_recording: { rows: 5 * million },
  dive_photo: { rows: 5 * million },
  dive_import_entry: { rows: 5 * million },
  notification: { rows: 20 * million },
  security_log: { rows: 10 * million, years: 1 },
  mail_outbox: { rows: million, years: 1 / 12 },
  session: { rows: 3 * million, years: 1 / 6 },
  learning_step: { rows: 5 * million, years: 1 / 12 },
  lesson_progress: { rows: 20 * million },
  lesson_answer: { rows: 20 * million },
  course_attempt: { rows: 10 * million },
  skill_sign_off: { rows: 10 * million },
  ledger_entry: { rows: 5 * million },
  ledger_transaction: { rows: 2 * million },
  // Few people have these, or not for long.
  application: { rows: 200_000 },
  birthdate_correction: { rows: 10_000 },
  data_export: { rows: 5_000 },
  email_correction: { rows: 50_000 },
  former_guardian: { rows: 50_000 },
  guardian_invite: { rows: 50_000 },
  guardian_link: { rows: 50_000 },
  guardian_removal: { rows: 10_000 },
  handover: { rows: 20_000 },
  pending_sign_in: { rows: 1_000 },
  phone_change: { rows: 20_000 },
  revoked_card: { rows: 10_000 },
  sync_event: { rows: 20_000 },
  taken_token: { rows: 10_000 },
};

/** Tables that don't grow with the number of people. */
const smallTables = new Set([
  'billing_country',
  'card_key',
  'catalogue',
  'chain_head',
  'chain_verification',
  'document_key',
  'dive_site',
  'event_outbox',
  'feature_flag',
  'migration',
  'product',
  'product_price',
  'product_text',
  'promotion',
  'pubsub_payload',
  'scorm_package',
  'signing_key',
  'withdrawn_course',
]);

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  isPartitioned: boolean;
  /** Of the table, if it is the first partition. */
  parent: string | null;
}

/** Makes the planner believe that the tables are large. Returns the names of the large ones and their partitions. */
export async function injectStatistics(client: Client): Promise<Set<string>> {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable", c.relkind = 'p' as "isPartitioned",
      (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid) as parent
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  const large = columns.filter(
    ({ table, parent }) => !smallTables.has(parent ?? table) && !(parent !== null && table.endsWith('_default')),
  );
  const names = new Set(large.map(({ table }) => table));
  await createPages(client, [...new Set(large.filter((column) => !column.isPartitioned).map(({ table }) => table))]);
  await client.query('begin');
  for (const name of names) {
    const parent = large.find(({ table }) => table === name)?.parent ?? name;
    await client.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text,
         'relpages', (greatest(pg_relation_size(to_regclass($1)) / 8192, 1))::int, 'reltuples', $2::real)`,
      [name, statisticsOf(parent).rows],
    );
  }
  for (const column of large) await injectColumn(client, column);
  for (const { index, column } of await listExpressions(client))
    await setColumn(client, { relation: index, column, distinct: -1, nulls: 0 });
  await client.query('commit');
  return names;
}

const statisticsOf = (table: string): TableStatistics => tables[table] ?? { rows: people };

/** The planner multiplies the rows of a page by the pages of the file, so there has to be one. */
async function createPages(client: Client, names: readonly string[]): Promise<void> {
  await client.query("begin; set local session_replication_role = 'replica'");
  await runAll(
    client,
    `select format('alter table %s detach partition %s', inhparent::regclass, inhrelid::regclass) as text
     from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r'`,
  );
  await runAll(
    client,
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as text
     from pg_constraint where contype in ('p', 'c', 'x') and connamespace = 'public'::regnamespace and conrelid <> 0`,
  );
  await runAll(
    client,
    `select format('alter table %s alter column %I drop not null', attrelid::regclass, attname) as text
     from pg_attribute a join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnotnull and attnum > 0 and relkind in ('r', 'p')
       and attidentity = '' and not attisdropped`,
  );
  for (const name of names) await client.query(`insert into ${escapeIdentifier(name)} default values`);
  // The pages stay.
  await client.query('rollback');
}

/** Runs the statements that a query returns. */
async function runAll(client: Client, query: string): Promise<void> {
  for (const { text } of (await client.query<{ text: string }>(query)).rows) await client.query(text);
}

/** Columns of indexes that are expressions, such as lower(email). */
async function listExpressions(client: Client): Promise<{ index: string; column: string }[]> {
  const { rows } = await client.query<{ index: string; column: string }>(`
    select c.relname as index, a.attname as column
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and m.amname = 'btree' and i.indkey[a.attnum - 1] = 0`);
  return rows;
}

/**
 * Ids and hashes have as many values as there are people, or rows. Texts are states, nearly all of them final, because what waits
 * for someone is little.
 */
async function injectColumn(client: Client, { table, name, type, isNullable, isPartitioned, parent }: Column) {
  const { rows, years = 10 } = statisticsOf(parent ?? table);
  const isTime = type.startsWith('timestamp') || type === 'date';
  const isPerson = /affiliate_id$|_by$|^actor|^sub$|_id$/.test(name);
  const isKey =
    ['uuid', 'bytea'].includes(type) || /^(id|seq|key|subject|email|account)$|number$|hash|code|token|_key$/.test(name);
  const distinct = name.startsWith('store_')
    ? 5_000
    : isPerson
      ? -Math.min(1, people / rows)
      : isKey || isTime
        ? -1
        : type === 'boolean'
          ? 2
          : 12;
  const day = type === 'date' ? 10 : 23;
  const bounds = Array.from({ length: 101 }, (_, place) =>
    new Date(Date.now() - ((100 - place) / 100) * years * 365 * 86_400_000).toISOString().slice(0, day),
  );
  await setColumn(client, {
    relation: table,
    column: name,
    isInherited: isPartitioned,
    nulls: !isNullable ? 0 : isTime ? 0.99 : 0.5,
    distinct,
    ...(isTime ? { bounds } : {}),
    ...(type === 'text' && distinct === 12 ? { common: ['final'] } : {}),
    ...(type === 'boolean' ? { common: ['f'] } : {}),
  });
}

interface ColumnStatistics {
  relation: string;
  column: string;
  isInherited?: boolean;
  nulls: number;
  distinct: number;
  bounds?: string[];
  /** The value of nearly all rows. */
  common?: string[];
}

async function setColumn(client: Client, statistics: ColumnStatistics): Promise<void> {
  const { relation, column, isInherited = false, nulls, distinct, bounds, common } = statistics;
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text,
       'inherited', $3::boolean, 'null_frac', $4::real, 'avg_width', 16, 'n_distinct', $5::real,
       'histogram_bounds', $6::text, 'most_common_vals', $7::text, 'most_common_freqs', $8::real[], 'correlation', 0::real)`,
    [
      relation,
      column,
      isInherited,
      nulls,
      distinct,
      bounds === undefined ? null : `{${bounds.join(',')}}`,
      common === undefined ? null : `{${common.join(',')}}`,
      common === undefined ? null : [0.99 * (1 - nulls)],
    ],
  );
}
