import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import {
  listPersonalTables,
  type EncryptionKeySource,
  type PersonalTable,
  type PersonKeys,
  type PersonLookups,
  matchPersonRows,
} from './personal-tables.ts';
import { decryptColumn, decryptOwnedFile, type FoundRow } from './stored-secrets.ts';

/** A stored file that belongs to a row. */
export interface OwnedFile {
  key: string;
  /** The path in the export, which the exported row contains too. */
  path: string;
  /** Decrypts the file; null if it is not encrypted. */
  open: Decryptor | null;
}

type Decryptor = (encrypted: Buffer) => Buffer;

export interface ExportedRow {
  values: Record<string, unknown>;
  files: OwnedFile[];
}

export interface ExportedTable {
  name: string;
  rows: AsyncGenerator<ExportedRow>;
}

type Row = Record<string, unknown>;

const pageSize = 500;
/** A row with binary content, such as a recording, can have several MB. */
const binaryPageSize = 20;
const keyAlias = (index: number): string => `key:${index}`;

/** Every table declared for export, with the person's rows, which are read lazily. */
export async function listExportedTables(
  db: Db,
  keys: PersonKeys,
  lookups: PersonLookups,
  secretKeys: readonly string[],
  { computedColumns = {}, decoders = {} }: Pick<PersonalDataRules, 'computedColumns' | 'decoders'> = {},
  read: ReadWork = (work) => work(db),
): Promise<ExportedTable[]> {
  const tables = (await listPersonalTables(db)).filter(({ isExported }) => isExported);
  return tables.map((table) => {
    const isTheirs = matchPersonRows(table, lookups, keys);
    const computed = computedColumns[table.name] ?? {};
    const options = { secretKeys, decoders, computed: Object.entries(computed) };
    return { name: table.name, rows: readRows(read, table, isTheirs, options) };
  });
}

/** Reads one page, for example from a replica. */
type ReadWork = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

interface ExportOptions {
  secretKeys: readonly string[];
  decoders: Decoders;
  computed: readonly [name: string, value: RawBuilder<unknown>][];
}

/** Reads in pages by primary key to limit memory. */
async function* readRows(
  read: ReadWork,
  table: PersonalTable,
  isTheirs: Expression<SqlBool>,
  { secretKeys, decoders, computed }: ExportOptions,
): AsyncGenerator<ExportedRow> {
  const keyColumns = sql.join(table.primaryKey.map((name) => sql.ref(name)));
  const keyTypes = table.primaryKey.map((name) => table.columns.find((column) => column.name === name)?.type ?? '');
  // Keys are passed as text and cast back, so times and large numbers are not rounded.
  const keysAsText = table.primaryKey.map((name, index) => sql`${sql.ref(name)}::text as ${sql.id(keyAlias(index))}`);
  const computedColumns = computed.map(([name, value]) => value.as(name));
  const limit = table.columns.some(({ type }) => type === 'bytea') ? binaryPageSize : pageSize;
  const readPage = async (last: Row | null): Promise<Row[]> => {
    const lastKey = sql.join(keyTypes.map((type, index) => sql`${last?.[keyAlias(index)]}::text::${sql.raw(type)}`));
    const page = sql<Row>`
      select ${sql.join([...listSelectedColumns(table), ...computedColumns, ...keysAsText])} from ${sql.table(table.name)}
      where (${isTheirs}) ${last === null ? sql`` : sql`and (${keyColumns}) > (${lastKey})`}
      order by ${keyColumns} limit ${sql.lit(limit)}`;
    return (await read((db) => page.execute(db))).rows;
  };
  let rows = await readPage(null);
  while (rows.length > 0) {
    for (const row of rows) {
      const exported = toExportedRow(table, row, secretKeys, decoders);
      for (const [name] of computed) exported.values[name] = row[name];
      yield exported;
    }
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return;
    rows = await readPage(last);
  }
}

/** Excludes secrets, except keys that decrypt other columns of the row. */
function listSelectedColumns({ columns }: PersonalTable): RawBuilder<unknown>[] {
  const keyColumns = new Set(
    columns.map(({ treatment }) =>
      'lock' in treatment && treatment.lock && 'keyColumn' in treatment.lock ? treatment.lock.keyColumn : null,
    ),
  );
  return columns
    .filter(({ name, treatment }) => treatment.kind !== 'secret' || keyColumns.has(name))
    .map(({ name, type }) =>
      type === 'bytea' ? sql`encode(${sql.ref(name)}, 'base64') as ${sql.id(name)}` : sql.ref(name),
    );
}

function toExportedRow(
  { name: table, columns, primaryKey }: PersonalTable,
  row: Row,
  secretKeys: readonly string[],
  decoders: Decoders,
): ExportedRow {
  const values: Row = {};
  const files: OwnedFile[] = [];
  const key = Object.fromEntries(primaryKey.map((name, index) => [name, row[keyAlias(index)]]));
  const findRow = (lock: EncryptionKeySource): FoundRow => ({
    table,
    key,
    encryptedRecordKey: 'keyColumn' in lock ? String(row[lock.keyColumn]) : null,
  });
  for (const { name, type, treatment } of columns) {
    const value = row[name];
    const decode = decoders[`${table}.${name}`];
    if (treatment.kind === 'secret') continue;
    if (treatment.kind === 'sealed' && typeof value === 'string') {
      const encrypted = Buffer.from(value, type === 'bytea' ? 'base64' : 'base64url');
      const bytes = decryptColumn(secretKeys, treatment.lock, findRow(treatment.lock), name, encrypted);
      values[name] = decode === undefined ? parseDecryptedValue(bytes.toString('utf8')) : decode(bytes);
    } else if (treatment.kind === 'file' && typeof value === 'string') {
      const path = `files/${table}/${value.replaceAll('/', '-')}`;
      const { lock } = treatment;
      const open = lock && ((stored: Buffer) => decryptOwnedFile(secretKeys, lock, findRow(lock), value, stored));
      files.push({ key: value, path, open });
      values[name] = path;
    } else values[name] = value;
  }
  return { values, files };
}

/** Parses values that were encrypted as JSON objects. */
function parseDecryptedValue(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** SQL of values that an export contains but the table doesn't store, by table and name. */
type ComputedColumns = Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>>;

/** Turns decrypted bytes of a column into JSON, by `table.column`. Other encrypted columns contain text. */
type Decoders = Readonly<Record<string, (bytes: Buffer) => unknown>>;

/** How a feature treats a person's data, as far as the declarations in the database can't express it. */
export interface PersonalDataRules {
  lookups?: PersonLookups;
  computedColumns?: ComputedColumns;
  decoders?: Decoders;
  /** Anonymizes retained rows, by table: data that others need stays, the identity of the person does not. */
  anonymise?: Readonly<Record<string, (db: Db, keys: PersonKeys) => Promise<unknown>>>;
  /** Removes an erased person from other people's rows. */
  removeMentions?: (db: Db, keys: PersonKeys) => Promise<unknown>;
  /** Updates copies of a person's name. */
  rename?: (db: Db, person: { affiliateId: number; fullName: string }) => Promise<unknown>;
}

/** The rules of all features. */
export type ErasureRules = Required<Omit<PersonalDataRules, 'rename' | 'computedColumns' | 'decoders'>>;

export function mergePersonalDataRules(rules: readonly PersonalDataRules[]): Required<PersonalDataRules> {
  return {
    lookups: mergeTables(rules.map(({ lookups = {} }) => lookups)),
    computedColumns: mergeTables(rules.map(({ computedColumns = {} }) => computedColumns)),
    decoders: mergeTables(rules.map(({ decoders = {} }) => decoders)),
    anonymise: mergeTables(rules.map(({ anonymise = {} }) => anonymise)),
    removeMentions: async (db, keys) => {
      for (const { removeMentions } of rules) await removeMentions?.(db, keys);
    },
    rename: async (db, person) => {
      for (const { rename } of rules) await rename?.(db, person);
    },
  };
}

function mergeTables<Rules extends object>(parts: readonly Rules[]): Rules {
  const entries = parts.flatMap((part) => Object.entries(part));
  const names = entries.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`two features have rules for the table ${repeated}`);
  return Object.fromEntries(entries) as Rules;
}

/** Erases a person in the caller's transaction. Returns the keys of files that the caller must delete. */
export async function erasePerson(
  db: Db,
  keys: PersonKeys,
  { lookups, anonymise, removeMentions }: ErasureRules,
): Promise<string[]> {
  if (!db.isTransaction) throw new Error('a person must be erased in one transaction');
  const tables = await listPersonalTables(db);
  const fileKeys: string[] = [];
  for (const table of sortByReferences(tables.filter(({ onErasure }) => onErasure === 'delete')))
    fileKeys.push(...(await deleteRows(db, table, matchPersonRows(table, lookups, keys))));
  for (const { name, onErasure } of tables.filter((table) => table.onErasure !== 'delete')) {
    const work = anonymise[name];
    if (work === undefined && onErasure === 'anonymise') throw new Error(`no anonymisation rule for the table ${name}`);
    await work?.(db, keys);
  }
  await removeMentions(db, keys);
  return fileKeys;
}

/** Whether a table contains rows of a person. */
export async function hasPersonalRows(
  db: Db,
  table: PersonalTable,
  keys: PersonKeys,
  { lookups }: Pick<ErasureRules, 'lookups'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.table(table.name)} where (${matchPersonRows(table, lookups, keys)})) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

async function deleteRows(db: Db, table: PersonalTable, isTheirs: Expression<SqlBool>): Promise<string[]> {
  const files = table.columns.filter(({ treatment }) => treatment.kind === 'file').map(({ name }) => sql.ref(name));
  const { rows } = await sql<{ files: (string | null)[] }>`
    delete from ${sql.table(table.name)} where (${isTheirs})
    returning array[${sql.join(files)}]::text[] as files`.execute(db);
  return rows.flatMap((row) => row.files.filter((key) => key !== null));
}

/** Sorts tables by their references: a referencing table comes before the referenced one. */
export function sortByReferences(tables: readonly PersonalTable[]): PersonalTable[] {
  const sorted: PersonalTable[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const free = [...left].find(({ name }) => ![...left].some(({ references }) => references.includes(name)));
    if (free === undefined)
      throw new Error(`tables reference each other in a cycle: ${[...left].map(({ name }) => name).join(', ')}`);
    left.delete(free);
    sorted.push(free);
  }
  return sorted;
}
