import type { Services } from '#platform/server/http/context.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import type { Params, Row } from '#platform/server/db/query.ts';
import { notNull, rawQuery, text } from '#platform/server/db/raw-query.ts';
import { encryptedDocumentKeyColumn } from '#platform/server/documents/document-key.ts';
import { listPersonalTables, type PersonalTable } from '#platform/server/privacy/personal-tables.ts';
import { contextOfColumn } from '#platform/server/privacy/stored-secrets.ts';
import { EncryptionContext } from './encryption-context.ts';
import { recordKeyPurpose } from './record-cipher.ts';
import { reencryptBytes } from './secrets.ts';

/** A column encrypted with the secret. Columns encrypted with a record key are excluded, but the record key is not. */
export interface EncryptedColumn {
  table: string;
  column: string;
  purpose: string;
}

interface EncryptedLocation extends EncryptedColumn {
  /** The column contains a file name, and the file is encrypted. */
  isFile: boolean;
  /** The values are bytes, such as a recording's, and can have several MB each. */
  isBinary?: boolean;
}

export interface ReencryptionCounts {
  /** Re-encrypted with the newest key. */
  reencrypted: number;
  /** Already encrypted with the newest key. */
  current: number;
  /** Not decryptable with any key. */
  lost: number;
}

interface ReencryptionOptions {
  /** Columns of tables without a privacy declaration. */
  others: readonly EncryptedColumn[];
  /** Purposes of temporary files, which are too large for memory and expire soon. */
  passing: readonly string[];
  report: (location: EncryptedColumn, counts: ReencryptionCounts) => void;
}

type ReencryptionDeps = Pick<Services, 'database' | 'files' | 'env'>;
type Value = string | Buffer;
interface EncryptedRow {
  /** The values of the primary key, by column and in its order. */
  key: Readonly<Record<string, string>>;
  value: Value;
}

const pageSize = 500;
const binaryPageSize = 20;
/** Rows copied during a round are found in the next one. After that, a process still uses an older key. */
const maxRounds = 3;

const listKeyColumns = rawQuery(
  { name: notNull(text), type: notNull(text) },
  (p: Params<{ table: string }>) => sql`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
    where i.indrelid = ${p.table}::text::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum
    order by k.place`,
);

/** Everything encrypted with the secret: the columns that tables declare, and additional ones. */
export async function listEncryptedColumns(db: Db, others: readonly EncryptedColumn[]): Promise<EncryptedLocation[]> {
  const declared = (await listPersonalTables(db)).flatMap(toEncryptedLocations);
  return [...declared, ...[encryptedDocumentKeyColumn, ...others].map((other) => ({ ...other, isFile: false }))];
}

function toEncryptedLocations({ name: table, columns }: PersonalTable): EncryptedLocation[] {
  const locations = columns.flatMap(({ name, type, treatment }) => {
    if (!('lock' in treatment) || treatment.lock === null) return [];
    const { lock, kind } = treatment;
    return 'purpose' in lock
      ? [{ table, column: name, ...lock, isFile: kind === 'file', isBinary: type === 'bytea' }]
      : [{ table, column: lock.keyColumn, purpose: recordKeyPurpose, isFile: false }];
  });
  // One record key may encrypt several columns.
  return [...new Map(locations.map((location) => [location.column, location])).values()];
}

/**
 * Re-encrypts everything with the newest key while the portal runs. It can be interrupted and restarted at any time,
 * because current values are skipped.
 */
export async function reencrypt(
  deps: ReencryptionDeps,
  { others, passing, report }: ReencryptionOptions,
): Promise<ReencryptionCounts> {
  const locations = await listEncryptedColumns(deps.database.db, others);
  const total: ReencryptionCounts = { reencrypted: 0, current: 0, lost: 0 };
  const walk = async (location: EncryptedLocation): Promise<ReencryptionCounts> => {
    const done = await reencryptLocation(deps, location);
    report(location, done);
    return done;
  };
  for (const location of locations.filter(({ isFile, purpose }) => isFile && !passing.includes(purpose)))
    addCounts(total, await walk(location));
  let reencrypted = 0;
  for (let round = 1; round <= maxRounds; round++) {
    const done: ReencryptionCounts = { reencrypted: 0, current: 0, lost: 0 };
    for (const location of locations.filter(({ isFile }) => !isFile)) addCounts(done, await walk(location));
    // The last round found nothing left to re-encrypt.
    if (done.reencrypted === 0) return addCounts(total, { ...done, reencrypted, current: done.current - reencrypted });
    reencrypted += done.reencrypted;
  }
  throw new Error(
    'a process still encrypts with an older key: give every process the new SECRET_KEY, then run this again',
  );
}

function addCounts(total: ReencryptionCounts, { reencrypted, current, lost }: ReencryptionCounts): ReencryptionCounts {
  return Object.assign(total, {
    reencrypted: total.reencrypted + reencrypted,
    current: total.current + current,
    lost: total.lost + lost,
  });
}

async function reencryptLocation(deps: ReencryptionDeps, location: EncryptedLocation): Promise<ReencryptionCounts> {
  const { db } = deps.database;
  const column = describeColumn(location, await listKeyColumns(db, location));
  const reencryptRow = location.isFile ? reencryptFile : reencryptValue;
  const done: ReencryptionCounts = { reencrypted: 0, current: 0, lost: 0 };
  for await (const row of readRows(db, column)) {
    const outcome = await reencryptRow(deps, location, column, row);
    if (outcome !== null) done[outcome]++;
  }
  return done;
}

/** Counts the values of a column that no key can decrypt. */
export async function countUndecryptable(
  db: Db,
  secretKeys: readonly string[],
  location: EncryptedLocation,
): Promise<{ values: number; lost: number }> {
  const counts = { values: 0, lost: 0 };
  for await (const { key, value } of readRows(db, describeColumn(location, await listKeyColumns(db, location)))) {
    counts.values += 1;
    if (tryReencrypt(secretKeys, contextOf(location, key), toBytes(value)) === 'lost') counts.lost += 1;
  }
  return counts;
}

async function* readRows(db: Db, column: ColumnSql): AsyncGenerator<EncryptedRow> {
  let rows = await readPage(db, column, null);
  while (rows.length > 0) {
    yield* rows;
    rows = await readPage(db, column, rows.at(-1)?.key ?? null);
  }
}

function contextOf({ table, column, purpose }: EncryptedLocation, key: EncryptedRow['key']): EncryptionContext {
  return contextOfColumn(purpose, { table, key }, column);
}

function toBytes(value: Value): Buffer {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : value;
}

/** The parts of the statements for a column that is only known at run time. */
interface ColumnSql {
  table: RawBuilder<unknown>;
  value: RawBuilder<Value>;
  keyNames: readonly string[];
  keyColumns: readonly RawBuilder<unknown>[];
  pageSize: number;
  /** Keys are passed as text and cast back, so times and large numbers are not rounded. */
  toKey(key: EncryptedRow['key']): RawBuilder<unknown>;
}

function describeColumn(
  { table, column, isBinary = false }: EncryptedLocation,
  keyColumns: readonly Row<typeof listKeyColumns>[],
): ColumnSql {
  return {
    table: sql.table(table),
    value: sql.ref(column),
    keyNames: keyColumns.map(({ name }) => name),
    keyColumns: keyColumns.map(({ name }) => sql.ref(name)),
    pageSize: isBinary ? binaryPageSize : pageSize,
    toKey: (key) => sql`(${sql.join(keyColumns.map(({ name, type }) => sql`${key[name]}::text::${sql.raw(type)}`))})`,
  };
}

async function readPage(
  db: Db,
  { table, value, keyNames, keyColumns, toKey, pageSize: limit }: ColumnSql,
  after: EncryptedRow['key'] | null,
): Promise<EncryptedRow[]> {
  const key = sql.join(keyColumns);
  const { rows } = await sql<{ key: string[]; value: Value }>`
    select array[${sql.join(keyColumns.map((column) => sql`${column}::text`))}] as key, ${value} as value from ${table}
    where ${value} is not null ${after === null ? sql`` : sql`and (${key}) > ${toKey(after)}`}
    order by ${key} limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({
    key: Object.fromEntries(keyNames.map((name, index) => [name, row.key[index] ?? ''])),
    value: row.value,
  }));
}

/** Replaces a value only if it is unchanged, so concurrent updates are not overwritten. */
async function reencryptValue(
  { database, env }: ReencryptionDeps,
  location: EncryptedLocation,
  { table, value: column, keyColumns, toKey }: ColumnSql,
  { key, value }: EncryptedRow,
): Promise<keyof ReencryptionCounts | null> {
  const fresh = tryReencrypt(env.SECRET_KEYS, contextOf(location, key), toBytes(value));
  if (!Buffer.isBuffer(fresh)) return fresh;
  const replacement = typeof value === 'string' ? fresh.toString('base64url') : fresh;
  const { rows } = await sql`
    update ${table} set ${column} = ${replacement} where ${column} = ${value} and (${sql.join(keyColumns)}) = ${toKey(key)}
    returning true as "isReplaced"`.execute(database.db);
  return rows.length === 0 ? null : 'reencrypted';
}

/** Locks the row, so a file deleted at the same time is not restored. */
async function reencryptFile(
  { database, files, env }: ReencryptionDeps,
  { purpose }: EncryptedLocation,
  { table, value: column, keyColumns, toKey }: ColumnSql,
  { key, value }: EncryptedRow,
): Promise<keyof ReencryptionCounts | null> {
  const name = String(value);
  const bytes = await files.read(name);
  if (bytes === null) return null;
  const fresh = tryReencrypt(env.SECRET_KEYS, EncryptionContext.ofFile(purpose, name), bytes);
  if (!Buffer.isBuffer(fresh)) return fresh;
  const replaceFile = async (db: Db) => {
    const { rows } = await sql`
      select true as "isFound" from ${table} where ${column} = ${name} and (${sql.join(keyColumns)}) = ${toKey(key)}
      for no key update`.execute(db);
    if (rows.length === 0) return null;
    await files.put(name, fresh, 'application/octet-stream');
    return 'reencrypted' as const;
  };
  // The file is written while its row is locked, because a file whose row is gone must not come back.
  return database.inTransaction('reseal', replaceFile, { isRepeatable: false });
}

function tryReencrypt(
  secretKeys: readonly string[],
  context: EncryptionContext,
  encrypted: Buffer,
): Buffer | 'current' | 'lost' {
  try {
    return reencryptBytes(secretKeys, context, encrypted) ?? 'current';
  } catch {
    return 'lost';
  }
}
