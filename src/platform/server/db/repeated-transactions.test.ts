import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase } from '#platform/testing/database.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import type { Db } from './database.ts';
import type { Params } from './query.ts';
import { rawQuery } from './raw-query.ts';

const database = await createTestDatabase();
const { pool, inTransaction, repeats } = database;
await pool.query('create table tank (id int primary key, fills int not null)');
await pool.query('insert into tank values (1, 0), (2, 0)');
const fillTank = rawQuery({}, (p: Params<{ id: number }>) => sql`update tank set fills = fills + 1 where id = ${p.id}`);
const failWith = rawQuery({}, (p: Params<{ state: string }>) => sql`select 1 / (raise_state(${p.state}))`);
await pool.query(`create function raise_state(state text) returns int language plpgsql as
  $$ begin raise exception 'made up' using errcode = state; end $$`);
const readFills = async () =>
  (await pool.query<{ fills: number }>('select fills from tank order by id')).rows.map(({ fills }) => fills);

/** Fills two tanks, the second when the other transaction has filled its first. */
function createFiller() {
  const hasLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const fill = (position: 0 | 1) =>
    inTransaction(`fill ${position}`, async (db) => {
      tries++;
      const subject = `person:${position}`;
      await appendAudit(db, { actor: null, action: 'profile.read', subject, data: {}, correlationId: 'fill' });
      await fillTank(db, { id: 1 + position });
      hasLocked[position].resolve();
      await hasLocked[1 - position]?.promise;
      await fillTank(db, { id: 2 - position });
    });
  return { fill, getTries: () => tries };
}

it('repeats the transaction that PostgreSQL ends in a deadlock', async () => {
  const { fill, getTries } = createFiller();
  await Promise.all([fill(0), fill(1)]);
  expect(await readFills()).toEqual([2, 2]);
  expect(getTries()).toBe(3);
  expect(repeats).toEqual({ '40P01': 1, '40001': 0 });
  const { rows } = await pool.query('select subject from audit_entry order by subject');
  expect(rows).toEqual([{ subject: 'person:0' }, { subject: 'person:1' }]);
});

it('gives up after three repeats, and at once after other errors or when told not to repeat', async () => {
  const countTries = async (state: string, isRepeatable: boolean) => {
    let tries = 0;
    const work = async (db: Db) => {
      tries++;
      await failWith(db, { state });
    };
    await expect(inTransaction('failing', work, { isRepeatable })).rejects.toThrow('made up');
    return tries;
  };
  expect(await countTries('40001', true)).toBe(4);
  expect(await countTries('40P01', false)).toBe(1);
  expect(await countTries('23505', true)).toBe(1);
  expect(repeats['40001']).toBe(3);
});

it('rejects a transaction inside another, also one that is opened after a while', async () => {
  const nested = inTransaction('outer', async () => inTransaction('inner', async () => undefined));
  await expect(nested).rejects.toThrow('a transaction was opened inside another');
  const later = Promise.withResolvers<void>();
  let opened: Promise<string> | undefined;
  await inTransaction('outer', async () => {
    opened = later.promise.then(() => inTransaction('after the end', async () => 'done'));
  });
  later.resolve();
  expect(await opened).toBe('done');
});

it('rejects effects outside the database in a transaction that may be repeated', async () => {
  const files = createFolderFileStore(await createTemporaryFolder());
  const write = () => files.put('logs/1', Buffer.from('a'), 'text/plain');
  await expect(inTransaction('writing', write)).rejects.toThrow('a file is written inside a transaction');
  expect(await inTransaction('writing', write, { isRepeatable: false })).toMatchObject({ bytes: 1 });
  await inTransaction('nothing', async () => undefined);
  await files.delete('logs/1');
});
