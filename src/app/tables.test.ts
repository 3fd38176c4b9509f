import { describe, expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';

const { pool } = await testDatabase();

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
const keyedOtherwise = new Set(['account', 'passkey', 'oidc_payload', 'link_token', 'mail_outbox', 'audit_entry']);

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

  it.each(tables.filter((table) => table.declaration?.startsWith('personal') && !keyedOtherwise.has(table.name)))(
    '$name holds a person’s data, so its key begins with affiliate_id',
    ({ key }) => {
      expect(key[0]).toBe('affiliate_id');
    },
  );
});
