import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { startReplica } from '#platform/testing/replica.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { fail } from '#platform/shared/errors.ts';
import { openDatabase, type Db } from './database.ts';
import type { Params } from './query.ts';
import { boolean, integer, notNull, rawQuery } from './raw-query.ts';

const folder = await createTemporaryFolder();
// Cheaper, but with the durability that the positions in the log depend on.
const settings = { wal_keep_size: '256MB', shared_buffers: '32MB' };
const primaryFolder = join(folder, 'primary');
const primary = await startPostgres({ dataDir: primaryFolder, settings });
const replica = await startReplica(primary, primaryFolder, join(folder, 'replica'));
const changes: boolean[] = [];
const reasons: unknown[] = [];
const database = openDatabase({
  connection: primary.connection,
  poolSize: 4,
  replica: replica.connection,
  onReplicaChange: (isUsed, reason) => {
    changes.push(isUsed);
    reasons.push(reason);
  },
});
afterAll(async () => {
  await database.close();
  await replica.stop();
  await primary.stop();
});
await database.pool.query('create table dive (id int primary key)');

const insertDive = rawQuery({}, (p: Params<{ id: number }>) => sql`insert into dive values (${p.id})`);
const readDives = rawQuery(
  { count: notNull(integer), isReplica: notNull(boolean) },
  () => sql`select count(*)::int as count, pg_is_in_recovery() as "isReplica" from dive`,
);
const count = (db: Db) => readDives.first(db);
const read = () => database.readFromReplica(database.db, count);

it('reads on the replica what was committed just before', async () => {
  for (let id = 1; id <= 200; id++) {
    await insertDive.firstAndCommit(database.db, { id });
    expect(await read()).toEqual({ count: id, isReplica: true });
  }
  expect(database.replica?.isUsed).toBe(true);
});

it('returns the errors of the work, and retries those of the replica on the primary', async () => {
  const missing = database.readFromReplica(database.db, async () => {
    throw fail('not_found');
  });
  await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  const divide = rawQuery({}, () => sql`select 1 / 0`);
  await expect(database.readFromReplica(database.db, (db) => divide(db))).rejects.toThrow('division by zero');
  // A replica refuses to write. The same happens to a statement that conflicts with replication.
  const insert = (db: Db) => insertDive(db, { id: 1_000 });
  await expect(database.readFromReplica(database.db, insert)).resolves.toEqual([]);
  expect(await read()).toEqual({ count: 201, isReplica: true });
  expect(changes).toEqual([]);
});

it('leaves out a replica that is behind until it has caught up', async () => {
  const { Client } = await import('pg');
  const control = new Client(replica.connection);
  await control.connect();
  await control.query('select pg_wal_replay_pause()');
  await insertDive.firstAndCommit(database.db, { id: 1_001 });
  expect(await read()).toEqual({ count: 202, isReplica: false });
  expect(changes).toEqual([false]);
  expect(reasons[0]).toMatchObject({ message: 'the replica is more than 500 ms behind' });
  const startedAt = performance.now();
  expect(await read()).toEqual({ count: 202, isReplica: false });
  expect(performance.now() - startedAt).toBeLessThan(400);
  await control.query('select pg_wal_replay_resume()');
  await control.end();
  await expect.poll(read).toEqual({ count: 202, isReplica: true });
  expect(changes).toEqual([false, true]);
});

it('reads on the primary while the replica is gone, also if it goes during the work', async () => {
  const reading = database.readFromReplica(database.db, async (db) => {
    const row = await count(db);
    if (row?.isReplica === true) await replica.stop();
    return count(db);
  });
  expect(await reading).toEqual({ count: 202, isReplica: false });
  expect(await read()).toEqual({ count: 202, isReplica: false });
  expect(database.replica?.isUsed).toBe(false);
});

it('does not read on a server that was promoted', async () => {
  const other = await startPostgres({ dataDir: join(folder, 'other'), settings });
  const mistaken = openDatabase({
    connection: primary.connection,
    poolSize: 2,
    replica: other.connection,
    onReplicaChange: (_isUsed, reason) => reasons.push(reason),
  });
  expect(await mistaken.readFromReplica(mistaken.db, count)).toEqual({ count: 202, isReplica: false });
  expect(reasons.at(-1)).toMatchObject({ message: 'the server of DATABASE_REPLICA_URL is not a replica' });
  await mistaken.close();
  await other.stop();
});
