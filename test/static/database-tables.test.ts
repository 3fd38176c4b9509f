import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { erasureRules } from '#features/account/server/personal-data/erasure-rules.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { sortByReferences } from '#platform/server/privacy/personal-data.ts';
import { listPersonalTables, getPersonLookup } from '#platform/server/privacy/personal-tables.ts';
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
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);

/** What stands outside a person's own rows: the account service, which knows people by sub, and the rails. */
const tablesWithOtherKeys = new Set([
  'account',
  'passkey',
  'second_factor',
  'recovery_code',
  'pending_sign_in',
  // Some events belong to nobody.
  'security_event',
  'email_verification',
  'oidc_payload',
  'link_token',
  'mail_outbox',
  'audit_entry',
  // By what is typed; who holds it changes.
  'access_code',
]);

describe('every table', () => {
  it('is looked at', () => {
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

describe('every table that holds a person’s data', async () => {
  const personal = await listPersonalTables(db);
  const messages = loadMessages(join(import.meta.dirname, '../../src'));

  it('is known to export and erasure', () => {
    const declared = tables.filter(({ declaration }) => declaration?.startsWith('personal')).map(({ name }) => name);
    expect(personal.map(({ name }) => name)).toEqual(declared);
  });

  it.each(personal)('$name is found by a person’s keys', (table) => {
    expect(getPersonLookup(table, erasureRules.ways)).toContain('$');
  });

  it.each(personal.filter(({ onErasure }) => onErasure === 'anonymise'))('$name can be anonymised', ({ name }) => {
    expect(erasureRules.anonymise).toHaveProperty(name);
  });

  it('says why it is kept, in the schema and to people', () => {
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

  it('declares as sealed what is named so, and every key of a file', () => {
    const columns = personal.flatMap((table) =>
      table.columns.map(({ name, treatment }) => ({ name, place: `${table.name}.${name}`, kind: treatment.kind })),
    );
    const wrong = columns.filter(
      ({ name, kind }) =>
        // A key that opens something else in its row stays where it is.
        (name.startsWith('sealed_') && kind !== 'sealed' && kind !== 'secret') ||
        (name.endsWith('file_key') && kind !== 'file'),
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
    expect(new Set(columns.map(({ kind }) => kind))).toEqual(new Set(['plain', 'secret', 'sealed', 'file']));
  });

  it('can be deleted although others point at it: nothing that stays does', async () => {
    const deleted = new Set(personal.filter(({ onErasure }) => onErasure === 'delete').map(({ name }) => name));
    expect(sortByReferences(personal).length).toBe(personal.length);
    const { rows } = await pool.query<{ name: string; target: string }>(`
      select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`);
    const clinging = rows.filter(({ name, target }) => deleted.has(target) && !deleted.has(name));
    expect(clinging).toEqual([]);
  });
});
