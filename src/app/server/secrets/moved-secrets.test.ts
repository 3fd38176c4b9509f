import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPersonWithData } from '#features/account/server/personal-data/personal-data-testing.ts';
import { redeemTotpCode, saveFactor } from '#features/identity/server/second-factor/factors.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { EncryptionContext, type TableName } from '#platform/server/crypto/encryption-context.ts';
import { listEncryptedColumns } from '#platform/server/crypto/reencrypt.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';
import { listPersonalTables, type EncryptionKeySource } from '#platform/server/privacy/personal-tables.ts';
import { decryptColumn, decryptOwnedFile, type FoundRow } from '#platform/server/privacy/stored-secrets.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { additionalEncryptedColumns } from '#app/server/reencrypt-all.ts';

const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const keys = services.env.SECRET_KEYS;
const failure = 'cannot decrypt: the value was changed or moved, or its key is missing';

await createPersonWithData(portal, 'diver@demo.test', 'canary');
await createPersonWithData(portal, 'student@demo.test', 'finch');

const tables = await listPersonalTables(db);
const columns = tables.flatMap(({ name: table, columns: all, primaryKey }) =>
  all.flatMap(({ name: column, type, treatment }) =>
    'lock' in treatment && treatment.lock !== null
      ? [{ name: `${table}.${column}`, table, column, type, primaryKey, kind: treatment.kind, lock: treatment.lock }]
      : [],
  ),
);

const others = (await listEncryptedColumns(db, additionalEncryptedColumns)).filter(
  ({ isFile, table, column }) => !isFile && !columns.some(({ name }) => name === `${table}.${column}`),
);

interface StoredValue {
  row: FoundRow;
  value: string;
}

/** The values of two people, because a value that is moved within an account harms nobody else. */
async function findTwo({ table, column, type, primaryKey, lock }: (typeof columns)[number]): Promise<StoredValue[]> {
  const parts = primaryKey.map((name) => sql`${sql.lit(name)}::text, ${sql.ref(name)}::text`);
  const keyColumn = 'keyColumn' in lock ? sql`${sql.ref(lock.keyColumn)}` : sql`null`;
  const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'base64')` : sql`${sql.ref(column)}`;
  const { rows } = await sql<{ key: FoundRow['key']; recordKey: string | null; value: string }>`
    select distinct on (affiliate_id) json_build_object(${sql.join(parts)}) as key, ${keyColumn} as "recordKey",
      ${value} as value
    from ${sql.table(table)} where ${sql.ref(column)} is not null and affiliate_id in (400001, 400002)
    order by affiliate_id limit 2`.execute(db);
  return rows.map(({ key, recordKey, value: found }) => ({
    row: { table, key, encryptedRecordKey: recordKey },
    value: found,
  }));
}

const toBytes = (value: string, type: string) => Buffer.from(value, type === 'bytea' ? 'base64' : 'base64url');

describe('a value that is moved to another person’s row', () => {
  it.each(columns.filter(({ kind }) => kind === 'sealed'))('is not decrypted: $name', async (declared) => {
    const [own, other] = await findTwo(declared);
    if (own === undefined || other === undefined) throw new Error(`no two rows have ${declared.name}`);
    const open = (lock: EncryptionKeySource, row: FoundRow, value: string) =>
      decryptColumn(keys, lock, row, declared.column, toBytes(value, declared.type)).toString();
    expect(open(declared.lock, own.row, own.value)).not.toBe('');
    expect(() => open(declared.lock, own.row, other.value)).toThrow(failure);
    if (!('keyColumn' in declared.lock)) return;
    // Neither the record key alone nor the key with its value can be moved.
    const moved = { ...own.row, encryptedRecordKey: other.row.encryptedRecordKey };
    expect(() => open(declared.lock, moved, own.value)).toThrow(failure);
    expect(() => open(declared.lock, moved, other.value)).toThrow(failure);
  });

  it.each(columns.filter(({ kind, name }) => kind === 'file' && name !== 'data_export.file_key'))(
    'is not decrypted: the file of $name',
    async (declared) => {
      const [own, other] = await findTwo(declared);
      if (own === undefined || other === undefined) throw new Error(`no two rows have ${declared.name}`);
      const [ownBytes, otherBytes] = await Promise.all([own, other].map(({ value }) => services.files.read(value)));
      if (!ownBytes || !otherBytes) throw new Error(`a file of ${declared.name} is missing`);
      const open = (bytes: Buffer) => decryptOwnedFile(keys, declared.lock, own.row, own.value, bytes).toString();
      expect(open(ownBytes)).not.toBe('');
      expect(() => open(otherBytes)).toThrow(failure);
    },
  );

  it.each(others)('is not decrypted: $table.$column', ({ table, column, purpose }) => {
    const contextOf = (id: string) =>
      EncryptionContext.ofRow(purpose, table as TableName, column as never, { id } as never);
    const encrypted = encryptBytes(keys, contextOf('own'), Buffer.from('x'));
    expect(() => decryptBytes(keys, contextOf('other'), encrypted)).toThrow(failure);
  });
});

it('does not accept a code of an own authenticator app whose secret was copied to another person', async () => {
  const { rows } = await pool.query<{ sub: string }>(
    `select sub from account where email in ('diver@demo.test', 'student@demo.test') order by email`,
  );
  const [victim = '', attacker = ''] = rows.map(({ sub }) => sub);
  const [theirs, own] = ['JBSWY3DPEHPK3PXP', 'KRSXG5DJNZTSA3DP'] as const;
  await saveFactor(db, keys, victim, theirs, 0);
  await saveFactor(db, keys, attacker, own, 0);
  const now = new Date();
  await pool.query(
    `update second_factor set sealed_secret = (select sealed_secret from second_factor where sub = $2) where sub = $1`,
    [victim, attacker],
  );
  const attempt = redeemTotpCode(db, keys, victim, codeAt(own, stepAt(now)), now);
  await expect(attempt).rejects.toThrow(failure);
  await expect(redeemTotpCode(db, keys, attacker, codeAt(own, stepAt(now)), now)).resolves.toBe('accepted');
});
