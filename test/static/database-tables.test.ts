import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { personalData } from '#app/server/personal-data.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { sortByReferences } from '#platform/server/privacy/personal-data.ts';
import { matchPersonRows, listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import { createTestDatabase } from '#platform/testing/database.ts';

const { db, pool } = await createTestDatabase();

interface Table {
  name: string;
  declaration: string | null;
  key: string[];
}

const { rows: tables } = await pool.query<Table>(`
  select c.relname as name, obj_description(c.oid, 'pg_class') as declaration,
    coalesce((select array_agg(a.attname::text order by k.place)
      from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '{}') as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`);

/** Tables without a person's key: the account service identifies people by `sub`, and infrastructure has none. */
const tablesWithOtherKeys = new Set([
  'account',
  'passkey',
  'second_factor',
  'recovery_code',
  'pending_sign_in',
  // Some events have no person.
  'security_log',
  'email_verification',
  'oidc_payload',
  'link_token',
  'mail_outbox',
  'audit_entry',
  // Keyed by the typed value.
  'access_code',
]);

describe('every table', () => {
  it('is checked', () => {
    expect(tables.length).toBeGreaterThan(10);
  });

  it.each(tables.filter((table) => table.name !== 'migration'))(
    '$name is declared for export and erasure',
    ({ declaration }) => {
      expect(declaration).toMatch(
        /^(not personal|personal: (export|not exported), (delete|anonymise|keep) on erasure( \(.+\))?)$/,
      );
    },
  );

  it.each(tables.filter((table) => table.declaration?.startsWith('personal') && !tablesWithOtherKeys.has(table.name)))(
    '$name holds a person’s data, so its key begins with affiliate_id',
    ({ key }) => {
      expect(key[0]).toBe('affiliate_id');
    },
  );
});

describe('every table with personal data', async () => {
  const personal = await listPersonalTables(db);
  const messages = loadMessages(join(import.meta.dirname, '../../src'));

  it('is part of export and erasure', () => {
    const declared = tables.filter(({ declaration }) => declaration?.startsWith('personal')).map(({ name }) => name);
    expect(personal.map(({ name }) => name)).toEqual(declared);
  });

  it.each(personal)('$name can be found by the keys of a person', async (table) => {
    const sub = '00000000-0000-4000-8000-000000000000';
    const keys = { affiliateId: 400_001, sub, email: 'nora@demo.test', emailSince: null };
    const isTheirs = matchPersonRows(table, personalData.lookups, keys);
    const query = sql`select from ${sql.table(table.name)} where (${isTheirs})`;
    const values = query.compile(db).parameters.map(String);
    expect(values.filter((value) => /400001|^0{8}-|^nora@/.test(value))).not.toEqual([]);
    expect((await query.execute(db)).rows).toEqual([]);
  });

  it.each(personal.filter(({ onErasure }) => onErasure === 'anonymise'))('$name can be anonymised', ({ name }) => {
    expect(personalData.anonymise).toHaveProperty(name);
  });

  it('has a reason for retention in the schema and in the messages', () => {
    for (const { name, reason } of personal.filter(({ onErasure }) => onErasure === 'keep')) {
      expect(reason, name).not.toBeNull();
      expect(messages.has(`account.deletion.kept.${name}`), name).toBe(true);
    }
  });

  it.each(personal.filter(({ isExported }) => isExported))('$name is explained in the export', ({ name }) => {
    expect(messages.has(`account.export.table.${name}`)).toBe(true);
  });

  it.each(personal.filter(({ isExported }) => isExported))('$name exports nothing that sounds secret', (table) => {
    const sounding = table.columns.filter(({ name }) => /password|secret|token|pin$|_hash$/.test(name));
    const open = sounding.filter(({ treatment }) => treatment.kind !== 'secret').map(({ name }) => name);
    expect(open).toEqual(table.name === 'audit_entry' ? ['prev_hash'] : []);
  });

  it('declares encrypted columns and file keys as sealed', () => {
    const columns = personal.flatMap((table) =>
      table.columns.map(({ name, treatment }) => ({ name, place: `${table.name}.${name}`, kind: treatment.kind })),
    );
    const wrong = columns.filter(
      ({ name, kind }) =>
        // A key for another column of the same row is not a file key.
        (name.startsWith('sealed_') && kind !== 'sealed' && kind !== 'secret') ||
        (name.endsWith('file_key') && kind !== 'file'),
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
    expect(new Set(columns.map(({ kind }) => kind))).toEqual(new Set(['plain', 'secret', 'sealed', 'file']));
  });

  it('can be deleted: no table that is kept refers to it', async () => {
    const deleted = new Set(personal.filter(({ onErasure }) => onErasure === 'delete').map(({ name }) => name));
    expect(sortByReferences(personal).length).toBe(personal.length);
    const { rows } = await pool.query<{ name: string; target: string }>(`
      select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`);
    const clinging = rows.filter(({ name, target }) => deleted.has(target) && !deleted.has(name));
    expect(clinging).toEqual([]);
  });
});
