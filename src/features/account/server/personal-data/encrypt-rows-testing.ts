import { sql } from 'kysely';
import { EncryptionContext, type RowKey } from '#platform/server/crypto/encryption-context.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { encryptBytes } from '#platform/server/crypto/secrets.ts';
import type { Services } from '#platform/server/http/context.ts';
import { listPersonalTables, type PersonalTable } from '#platform/server/privacy/personal-tables.ts';
import { contextOfColumn } from '#platform/server/privacy/stored-secrets.ts';

type Deps = Pick<Services, 'database' | 'files' | 'env'>;
type Values = Record<string, string | null>;

/** Marks values that `encryptRows` encrypts, because SQL can't. */
export const plain = (text: string) => `plain:${text}`;
const prefix = plain('');

/** Encrypts the marked values of all personal tables, and the marked files that the same rows refer to. */
export async function encryptRows(deps: Deps): Promise<void> {
  for (const table of await listPersonalTables(deps.database.db))
    if (table.columns.some(({ treatment }) => 'lock' in treatment && treatment.lock !== null))
      await encryptTable(deps, table);
}

async function encryptTable(deps: Deps, table: PersonalTable): Promise<void> {
  const { db } = deps.database;
  const text = table.columns.map(({ name, type }) =>
    type === 'bytea'
      ? sql`encode(${sql.ref(name)}, 'escape') as ${sql.id(name)}`
      : sql`${sql.ref(name)}::text as ${sql.id(name)}`,
  );
  const { rows } = await sql<Values>`select ${sql.join(text)} from ${sql.table(table.name)}`.execute(db);
  for (const row of rows) {
    const changes = await encryptRow(deps, table, row);
    if (changes.length === 0) continue;
    const isRow = table.primaryKey.map((name) => sql`${sql.ref(name)}::text = ${row[name]}`);
    await sql`update ${sql.table(table.name)} set ${sql.join(changes)} where ${sql.join(isRow, sql` and `)}`.execute(
      db,
    );
  }
}

async function encryptRow({ files, env }: Deps, table: PersonalTable, row: Values) {
  const key = Object.fromEntries(table.primaryKey.map((name) => [name, row[name] ?? '']));
  const cipher = RecordCipher.create(table.name as 'form_record', key as RowKey<'form_record'>);
  const changes: ReturnType<typeof sql>[] = [];
  let hasOwnKey = false;
  for (const { name, type, treatment } of table.columns) {
    const value = row[name];
    if (!('lock' in treatment) || treatment.lock === null || typeof value !== 'string') continue;
    const { lock, kind } = treatment;
    const stored = kind === 'file' ? await files.read(value) : Buffer.from(value);
    if (!stored?.toString('latin1').startsWith(prefix)) continue;
    const content = stored.subarray(prefix.length);
    hasOwnKey ||= 'keyColumn' in lock;
    if (kind === 'file') {
      const encrypted =
        'purpose' in lock
          ? encryptBytes(env.SECRET_KEYS, EncryptionContext.ofFile(lock.purpose, value), content)
          : cipher.encryptFile(value, content);
      await files.put(value, encrypted, 'application/octet-stream');
    } else if ('purpose' in lock) {
      const context = contextOfColumn(lock.purpose, { table: table.name, key }, name);
      // Bytes are written as base64, because they may contain zeros.
      const plaintext = type === 'bytea' ? Buffer.from(content.toString(), 'base64') : content;
      const encrypted = encryptBytes(env.SECRET_KEYS, context, plaintext);
      changes.push(sql`${sql.ref(name)} = ${type === 'bytea' ? encrypted : encrypted.toString('base64url')}`);
    } else changes.push(sql`${sql.ref(name)} = ${cipher.encrypt(name as 'sealed_content', content.toString())}`);
  }
  if (hasOwnKey) changes.push(sql`sealed_key = ${cipher.encryptKey(env.SECRET_KEYS)}`);
  return changes;
}
