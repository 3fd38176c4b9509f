import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { openDatabase, type Db } from './database.ts';
import type { Params } from './query.ts';
import { integer, notNull, rawQuery, text } from './raw-query.ts';
import { toCodedError } from '#platform/server/http/errors.ts';

const database = await createTestDatabase();
const { db, pool, inTransaction } = database;
await pool.query('create table tank (id int primary key, bar int not null check (bar > 0))');

const addNumbers = rawQuery(
  { sum: notNull(integer) },
  (p: Params<{ a: number; b: number }>) => sql`select ${p.a}::int + ${p.b}::int as sum`,
);
const add = (on: Db, a: number, b: number) => addNumbers(on, { a, b });
const readBackend = rawQuery({ pid: notNull(integer) }, () => sql`select pg_backend_pid() as pid`);
const insertTank = rawQuery({}, (p: Params<Tank>) => sql`insert into tank values (${p.id}, ${p.bar})`);
const fill = (on: Db, id: number, bar: number) => insertTank(on, { id, bar });
const listTanks = rawQuery(
  { id: notNull(integer), bar: notNull(integer) },
  () => sql`select id, bar from tank order by id`,
);

interface Tank {
  id: number;
  bar: number;
}

describe('a query', () => {
  it('returns each concurrent caller its own rows', async () => {
    const sums = await Promise.all(Array.from({ length: 500 }, (_, index) => add(db, index, 1)));
    expect(sums.map(([row]) => row?.sum)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  });

  it('fails without affecting others on the same connection', async () => {
    const divide = rawQuery({}, (p: Params<{ by: number }>) => sql`select 1 / ${p.by}::int`);
    const broken = (on: Db, by: number) => divide(on, { by });
    const results = await Promise.allSettled([
      add(db, 1, 1),
      broken(db, 0),
      add(db, 2, 2),
      broken(db, 0),
      add(db, 3, 3),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await add(db, 4, 4)).toEqual([{ sum: 8 }]);
  });

  it('is prepared once per connection', async () => {
    await Promise.all(Array.from({ length: 20 }, () => add(db, 1, 1)));
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like 'select $1::int + $2::int%'`.execute(
      db,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(1);
  });

  it('uses four connections and replaces lost ones', async () => {
    const seen = new Set<number>();
    for (let turn = 0; turn < 12; turn++) seen.add((await readBackend.first(db))?.pid ?? 0);
    expect(seen.size).toBe(4);
    await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [[...seen]]);
    await expect.poll(() => add(db, 1, 1).catch(() => null)).toEqual([{ sum: 2 }]);
    const fresh = new Set<number>();
    for (let turn = 0; turn < 12; turn++) fresh.add((await readBackend.first(db))?.pid ?? 0);
    expect([...fresh].filter((pid) => seen.has(pid))).toEqual([]);
  });

  it('cannot open a transaction on a read', async () => {
    await expect(db.transaction().execute(async () => undefined)).rejects.toThrow('a read cannot open a transaction');
  });
});

describe('inTransaction', () => {
  it('commits everything or nothing', async () => {
    await inTransaction('all', async (transaction) => {
      await fill(transaction, 1, 200);
      await fill(transaction, 2, 210);
    });
    const half = inTransaction('nothing', async (transaction) => {
      await fill(transaction, 3, 200);
      await fill(transaction, 4, 0);
    });
    await expect(half).rejects.toThrow('tank_bar_check');
    expect(await listTanks(db)).toEqual([
      { id: 1, bar: 200 },
      { id: 2, bar: 210 },
    ]);
  });

  it('commits with the last statement, alone or after others', async () => {
    const listIds = async (on: Db) => (await listTanks(on)).map(({ id }) => id).filter((id) => id > 50 && id < 60);
    const fillLast = (on: Db, id: number, bar: number) => insertTank.firstAndCommit(on, { id, bar });
    await inTransaction('alone', (transaction) => fillLast(transaction, 51, 200));
    await inTransaction('after others', async (transaction) => {
      await fill(transaction, 52, 200);
      await fillLast(transaction, 53, 200);
      expect(await listIds(db)).toEqual([51, 52, 53]);
      await expect(async () => fill(transaction, 54, 200)).rejects.toThrow('after the end of its transaction');
    });
    const failing = inTransaction('failing', async (transaction) => {
      await fill(transaction, 55, 200);
      await fillLast(transaction, 56, 0);
    });
    await expect(failing).rejects.toThrow('tank_bar_check');
    await expect(inTransaction('failing', (transaction) => fillLast(transaction, 57, 0))).rejects.toThrow(
      'tank_bar_check',
    );
    expect(await listIds(db)).toEqual([51, 52, 53]);
    await pool.query('delete from tank where id > 50 and id < 60');
  });

  it('sets the correlation id as application name during the transaction', async () => {
    const readName = rawQuery({ name: notNull(text) }, () => sql`select current_setting('application_name') as name`);
    const inside = await inTransaction('0f3c2b1a-correlation', (transaction) => readName(transaction));
    expect(inside).toEqual([{ name: '0f3c2b1a-correlation' }]);
    const quoted = await inTransaction("it's", (transaction) => readName(transaction));
    expect(quoted).toEqual([{ name: "it's" }]);
    const { rows } = await pool.query(
      "select count(*)::int as count from pg_stat_activity where application_name = '0f3c2b1a-correlation'",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('fails when its connection is lost, and the next one succeeds', async () => {
    const cut = inTransaction('cut', async (transaction) => {
      const row = await readBackend.first(transaction);
      await pool.query('select pg_terminate_backend($1)', [row?.pid]);
      await fill(transaction, 9, 200);
    });
    await expect(cut).rejects.toThrow(/terminat|EPIPE|connection error/);
    await inTransaction('next', (transaction) => fill(transaction, 10, 200));
    expect((await listTanks(db)).map(({ id }) => id)).toEqual([1, 2, 10]);
  });
});

describe('concurrent statements in a transaction', () => {
  it('run in the order they were sent', async () => {
    const results = await inTransaction('at-once', (transaction) =>
      Promise.all([fill(transaction, 21, 1), listTanks(transaction), fill(transaction, 22, 1), listTanks(transaction)]),
    );
    const seen = [results[1], results[3]].map((tanks) => tanks.map(({ id }) => id).filter((id) => id > 20));
    expect(seen).toEqual([[21], [21, 22]]);
  });

  it('roll back when one of them fails', async () => {
    const fills = inTransaction('at-once', (transaction) =>
      Promise.all([fill(transaction, 31, 1), fill(transaction, 32, 0), fill(transaction, 33, 1)]),
    );
    await expect(fills).rejects.toThrow('tank_bar_check');
    expect((await listTanks(db)).filter(({ id }) => id > 30)).toEqual([]);
  });
});

describe('inTransaction errors', () => {
  it('does not run the work when the transaction cannot begin', async () => {
    const own = openDatabase({ connection: database.connection, poolSize: 1 });
    let hasStarted = false;
    const unnameable = own.inTransaction('a\0b', async () => {
      hasStarted = true;
    });
    await expect(unnameable).rejects.toThrow('invalid transaction name');
    expect(hasStarted).toBe(false);
    await expect(own.inTransaction('next', (transaction) => add(transaction, 1, 1))).resolves.toEqual([{ sum: 2 }]);
    await own.close();
  });

  it('throws when the work ignores a failed statement', async () => {
    const careless = inTransaction('careless', async (transaction) => {
      await fill(transaction, 41, 1);
      await fill(transaction, 41, 1).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('the transaction was rolled back');
    expect((await listTanks(db)).filter(({ id }) => id > 40)).toEqual([]);
  });

  it('rejects statements after the end of the transaction', async () => {
    const own = openDatabase({ connection: database.connection, poolSize: 1 });
    const finished = await own.inTransaction('finished', async (transaction) => transaction);
    await own.inTransaction('other', async () => {
      await expect(fill(finished, 51, 1)).rejects.toThrow('after the end of its transaction');
      await expect(sql`delete from tank`.execute(finished)).rejects.toThrow('after the end of its transaction');
    });
    expect((await listTanks(db)).filter(({ id }) => id > 50)).toEqual([]);
    await own.close();
  });
});

describe('result types', () => {
  it('returns dates as strings, and bigints as safe integers or an error', async () => {
    const read = rawQuery(
      { day: notNull(text), large: notNull(integer) },
      () => sql`select date '1987-05-21' as day, 9007199254740991::bigint as large`,
    );
    expect(await read(db)).toEqual([{ day: '1987-05-21', large: 9_007_199_254_740_991 }]);
    const tooLarge = rawQuery({ large: notNull(integer) }, () => sql`select 9007199254740993::bigint as large`);
    await expect(tooLarge(db)).rejects.toThrow('9007199254740993 is not a safe integer');
  });
});

describe('timeouts', () => {
  const overloaded = { status: 503, code: 'server.overloaded', retryAfterS: 5 };
  const openWithTimeouts = (connection: object) =>
    openDatabase({ connection: { ...database.connection, ...connection }, poolSize: 1 });

  it('end slow statements in reads and writes', async () => {
    const readLimits = rawQuery(
      { statement: notNull(text), lock: notNull(text) },
      () => sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
    );
    const limits = [{ statement: '30s', lock: '10s' }];
    expect(await readLimits(db)).toEqual(limits);
    expect(await inTransaction('limits', (transaction) => readLimits(transaction))).toEqual(limits);
    const own = openWithTimeouts({ statement_timeout: 50 });
    const wait = rawQuery({}, () => sql`select pg_sleep(60)`);
    await expect(wait(own.db)).rejects.toMatchObject({ code: '57014' });
    await expect(own.inTransaction('slow', (transaction) => wait(transaction))).rejects.toMatchObject({
      code: '57014',
    });
    await own.close();
  });

  it('return 503 when no connection is free or a lock is held', async () => {
    const own = openWithTimeouts({ lock_timeout: 50 });
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = own.inTransaction('holder', async (transaction) => {
      await sql`lock table tank`.execute(transaction);
      holding.resolve();
      await held.promise;
    });
    onTestFinished(async () => {
      held.resolve();
      await Promise.allSettled([holder]);
      await own.close();
    });
    await Promise.race([holding.promise, holder]);
    // Set after the pool has its connection, because connecting can take longer on a busy machine.
    own.pool.options.connectionTimeoutMillis = 50;
    await expect(own.inTransaction('second', async () => undefined)).rejects.toMatchObject(overloaded);
    const reader = listTanks(own.db).catch((error: unknown) => toCodedError(error));
    expect(await reader).toMatchObject(overloaded);
  });

  it('return 503 while the database accepts no connections, and recover', async () => {
    const elsewhere = join(await createTemporaryFolder(), 'no-socket');
    const own = openWithTimeouts({ host: elsewhere });
    await expect(own.inTransaction('away', (transaction) => listTanks(transaction))).rejects.toMatchObject(overloaded);
    await expect(listTanks(own.db)).rejects.toMatchObject(overloaded);
    await symlink(String(database.connection.host), elsewhere);
    expect(await listTanks(own.db)).toEqual(await listTanks(db));
    expect(await own.inTransaction('back', (transaction) => listTanks(transaction))).toEqual(await listTanks(db));
    await own.close();
  });
});

describe('close', () => {
  it('closes all connections', async () => {
    const own = openDatabase({ connection: { ...database.connection, application_name: 'to-be-closed' }, poolSize: 2 });
    await Promise.all([add(own.db, 1, 1), own.pool.query('select 1')]);
    await own.close();
    const open = () => pool.query("select from pg_stat_activity where application_name = 'to-be-closed'");
    await expect.poll(async () => (await open()).rowCount).toBe(0);
  });
});
