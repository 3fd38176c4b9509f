import { type Db, statement } from '#platform/server/db/database.ts';
import {
  listPersonalTables,
  type EncryptionKeySource,
  type PersonalTable,
  type PersonKeys,
  type PersonLookups,
  getPersonLookup,
} from './personal-tables.ts';
import { decryptRecordKey, decryptRecordText } from '#platform/server/crypto/record-key.ts';
import { decrypt, decryptBytes, decryptWithKey } from '#platform/server/crypto/secrets.ts';

/** A stored file that belongs to a row. */
export interface OwnedFile {
  key: string;
  /** Where it lies in the export; the row says the same. */
  path: string;
  /** Opens it, if it is encrypted. */
  open: Decryptor | null;
}

type Decryptor = (sealed: Buffer) => Buffer;

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
/** Every statement names all three, whichever its condition needs. */
const keysCte = 'with keys as (select $1::bigint, $2::text, $3::text)';
const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const keyAlias = (index: number): string => `key:${index}`;

/** Every table that is declared for export, with the person's rows in it, which are read as they are asked for. */
export async function listExportedTables(
  db: Db,
  keys: PersonKeys,
  ways: PersonLookups,
  secretKeys: readonly string[],
): Promise<ExportedTable[]> {
  const tables = (await listPersonalTables(db)).filter(({ isExported }) => isExported);
  return tables.map((table) => {
    const way = getPersonLookup(table, ways);
    return { name: table.name, rows: readRows(db, table, way, keys, secretKeys) };
  });
}

/** In pages by the primary key: ten thousand rows never are in memory at once. */
async function* readRows(
  db: Db,
  table: PersonalTable,
  way: string,
  { affiliateId, sub, email }: PersonKeys,
  secretKeys: readonly string[],
): AsyncGenerator<ExportedRow> {
  const keyColumns = table.primaryKey.map(quoteIdentifier).join(', ');
  // As text, and back by its type: nothing of a time or a large number is rounded on the way.
  const keyTypes = table.primaryKey.map((name) => table.columns.find((column) => column.name === name)?.type);
  const after = `(${keyColumns}) > (${keyTypes.map((type, index) => `$${index + 4}::text::${type}`).join(', ')})`;
  const page = (isFirst: boolean) =>
    statement<Row, unknown[]>(`${keysCte}
      select ${[...listSelectedColumns(table), ...table.primaryKey.map((name, index) => `${quoteIdentifier(name)}::text as ${quoteIdentifier(keyAlias(index))}`)].join(', ')}
      from ${quoteIdentifier(table.name)} where ${way}${isFirst ? '' : ` and ${after}`} order by ${keyColumns} limit ${pageSize}`);
  const [first, next] = [page(true), page(false)];
  let rows = await first(db, affiliateId, sub, email);
  while (rows.length > 0) {
    for (const row of rows) yield toExportedRow(table, row, secretKeys);
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined) return;
    rows = await next(db, affiliateId, sub, email, ...table.primaryKey.map((_name, index) => last[keyAlias(index)]));
  }
}

/** A secret does not even leave the database, unless it opens something in its own row. */
function listSelectedColumns({ columns }: PersonalTable): string[] {
  const keyColumns = new Set(
    columns.map(({ treatment }) =>
      'lock' in treatment && treatment.lock && 'keyColumn' in treatment.lock ? treatment.lock.keyColumn : null,
    ),
  );
  return columns
    .filter(({ name, treatment }) => treatment.kind !== 'secret' || keyColumns.has(name))
    .map(({ name, type }) =>
      type === 'bytea'
        ? `encode(${quoteIdentifier(name)}, 'base64') as ${quoteIdentifier(name)}`
        : quoteIdentifier(name),
    );
}

function toExportedRow({ name: table, columns }: PersonalTable, row: Row, secretKeys: readonly string[]): ExportedRow {
  const values: Row = {};
  const files: OwnedFile[] = [];
  for (const { name, treatment } of columns) {
    const value = row[name];
    if (treatment.kind === 'secret') continue;
    if (treatment.kind === 'sealed' && typeof value === 'string')
      values[name] = parseDecryptedValue(decryptColumn(treatment.lock, row, secretKeys, value));
    else if (treatment.kind === 'file' && typeof value === 'string') {
      const path = `files/${table}/${value.replaceAll('/', '-')}`;
      files.push({ key: value, path, open: treatment.lock && createDecryptor(treatment.lock, row, secretKeys) });
      values[name] = path;
    } else values[name] = value;
  }
  return { values, files };
}

function decryptColumn(lock: EncryptionKeySource, row: Row, secretKeys: readonly string[], sealed: string): string {
  return 'purpose' in lock
    ? decrypt(secretKeys, lock.purpose, sealed)
    : decryptRecordText(decryptRecordKey(secretKeys, String(row[lock.keyColumn])), sealed);
}

function createDecryptor(lock: EncryptionKeySource, row: Row, secretKeys: readonly string[]): Decryptor | null {
  if ('purpose' in lock && lock.ifColumn !== undefined && row[lock.ifColumn] !== true) return null;
  if ('purpose' in lock) return (sealed) => decryptBytes(secretKeys, lock.purpose, sealed);
  const key = decryptRecordKey(secretKeys, String(row[lock.keyColumn]));
  return (sealed) => decryptWithKey(key, sealed);
}

/** What is sealed as a whole object is shown as one. */
function parseDecryptedValue(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How an area makes its rows anybody's: what others need stays, who it was does not. What is kept may lose a part. */
export type Anonymise = (db: Db, keys: PersonKeys) => Promise<void>;

export interface ErasureRules {
  ways: PersonLookups;
  anonymise: Readonly<Record<string, Anonymise>>;
}

/** Forgets a person in the caller's transaction. The files of the rows that went are for the caller to delete. */
export async function erasePerson(db: Db, keys: PersonKeys, { ways, anonymise }: ErasureRules): Promise<string[]> {
  if (!db.isTransaction) throw new Error('a person is erased in one transaction');
  const tables = await listPersonalTables(db);
  const fileKeys: string[] = [];
  for (const table of sortByReferences(tables.filter(({ onErasure }) => onErasure === 'delete')))
    fileKeys.push(...(await deleteRows(db, table, getPersonLookup(table, ways), keys)));
  for (const { name, onErasure } of tables.filter((table) => table.onErasure !== 'delete')) {
    const work = anonymise[name];
    if (work === undefined && onErasure === 'anonymise')
      throw new Error(`nobody says how to anonymise the table ${name}`);
    await work?.(db, keys);
  }
  return fileKeys;
}

/** Whether a table holds anything of a person. */
export async function hasPersonalRows(
  db: Db,
  table: PersonalTable,
  { affiliateId, sub, email }: PersonKeys,
  { ways }: Pick<ErasureRules, 'ways'>,
): Promise<boolean> {
  const [row] = await statement<{ found: boolean }, unknown[]>(
    `${keysCte} select exists (select from ${quoteIdentifier(table.name)} where ${getPersonLookup(table, ways)}) as found`,
  )(db, affiliateId, sub, email);
  return row?.found ?? false;
}

async function deleteRows(
  db: Db,
  table: PersonalTable,
  way: string,
  { affiliateId, sub, email }: PersonKeys,
): Promise<string[]> {
  const files = table.columns
    .filter(({ treatment }) => treatment.kind === 'file')
    .map(({ name }) => quoteIdentifier(name));
  const gone = await statement<{ files: (string | null)[] }, unknown[]>(
    `${keysCte} delete from ${quoteIdentifier(table.name)} where ${way} returning array[${files.join(', ')}]::text[] as files`,
  )(db, affiliateId, sub, email);
  return gone.flatMap((row) => row.files.filter((key) => key !== null));
}

/** Those that point at others come first. */
export function sortByReferences(tables: readonly PersonalTable[]): PersonalTable[] {
  const sorted: PersonalTable[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const free = [...left].find(({ name }) => ![...left].some(({ references }) => references.includes(name)));
    if (free === undefined)
      throw new Error(`tables point at each other in a ring: ${[...left].map(({ name }) => name).join(', ')}`);
    left.delete(free);
    sorted.push(free);
  }
  return sorted;
}
