import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { contextOfColumn } from '#platform/server/privacy/stored-secrets.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { countUndecryptable, listEncryptedColumns } from './reencrypt.ts';
import { encryptBytes } from './secrets.ts';

const { db, pool } = await createTestDatabase();
const secretKeys = ['only-for-tests-only-for-tests-only-for-tests'];

it('reads bytes in small pages, because each value can have several MB', async () => {
  await pool.query(`create table box (affiliate_id bigint not null, id int primary key, film bytea);
    comment on table box is 'personal: export, delete on erasure';
    comment on column box.film is 'sealed: film'`);
  for (let id = 1; id <= 45; id++) {
    const context = contextOfColumn('film', { table: 'box', key: { id } }, 'film');
    await pool.query('insert into box values (1, $1, $2)', [
      id,
      encryptBytes(secretKeys, context, Buffer.from('film')),
    ]);
  }
  const location = (await listEncryptedColumns(db, [])).find(({ table }) => table === 'box');
  if (location === undefined) throw new Error('the column is not listed');
  expect(await countUndecryptable(db, secretKeys, location)).toEqual({ values: 45, lost: 0 });
  const prepared = new Set<string>();
  // Each turn of the event loop asks another of the shared connections.
  for (let turn = 0; turn < 8; turn++) {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%"film" as value from "box"%'`.execute(db);
    for (const { statement } of rows) prepared.add(/limit \d+/.exec(statement)?.[0] ?? '');
  }
  expect([...prepared]).toEqual(['limit 20']);
});
