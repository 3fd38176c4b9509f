import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { type PgBouncer, readPgBouncerVersion, startPgBouncer } from '#platform/testing/pgbouncer.ts';
import { toCodedError } from '#platform/server/http/errors.ts';
import { ensureCommand, reportSkipped } from '../../../../scripts/debian-package.ts';
import type { StatementMode } from './connection.ts';
import { openDatabase, type Database, type Db } from './database.ts';
import type { Params } from './query.ts';
import { integer, notNull, rawQuery, text } from './raw-query.ts';
import { assertRoleHasLimits } from './session-limits.ts';

// Set it to try another version. `named` needs 1.21.
const command = process.env['PGBOUNCER'] || (await ensureCommand('pgbouncer'));
const [major, minor] = command === null ? [0, 0] : await readPgBouncerVersion(command);
const modes: StatementMode[] = major > 1 || minor >= 21 ? ['named', 'unnamed'] : ['unnamed'];
if (command !== null && modes.length === 1)
  reportSkipped(`named statements; PgBouncer ${major}.${minor} can't pass them on`);

const { connection, pool: direct } = await createTestDatabase();
const readBackend = rawQuery({ pid: notNull(integer) }, () => sql`select pg_backend_pid() as pid`);
/** Different texts, so that a statement that reaches the wrong connection is noticed. */
const echoes = Array.from({ length: 40 }, (_, index) =>
  rawQuery(
    { sum: notNull(integer), text: notNull(text) },
    (p: Params<{ number: number; text: string }>) =>
      sql`select ${p.number}::int + ${sql.lit(index)} as sum, ${p.text}::text as text`,
  ),
);
const insertRow = rawQuery({}, (p: Params<{ id: number }>) => sql`insert into pooled values (${p.id})`);

async function echo(db: Db, index: number): Promise<void> {
  const value = 'x'.repeat((index * 977) % 3_000);
  const row = await echoes[index % echoes.length]?.first(db, { number: index, text: value });
  expect(row).toEqual({ sum: index + (index % echoes.length), text: value });
}

describe.skipIf(command === null).each(modes)('PgBouncer in transaction mode with %s statements', (statements) => {
  let pgbouncer: PgBouncer;
  let databases: Database[];
  beforeAll(async () => {
    const settings = statements === 'named' ? { max_prepared_statements: 200 } : {};
    pgbouncer = await startPgBouncer({ command: command ?? '', server: connection, settings });
    const pooler = pgbouncer.connection;
    databases = Array.from({ length: 3 }, () => openDatabase({ connection, pooler, poolSize: 5, statements }));
    await direct.query('create table if not exists pooled (id int primary key)');
    await direct.query('truncate pooled');
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await pgbouncer.stop();
  });
  const database = () => databases[0] as Database;

  it('answers concurrent reads and transactions of three processes on three connections', async () => {
    for (let round = 0; round < 30; round++) {
      const calls = databases.flatMap(({ db, inTransaction }) =>
        Array.from({ length: 40 }, async (_, index) => {
          // Reads of different event loop turns overlap.
          for (let turn = 0; turn < index % 5; turn++) await new Promise(setImmediate);
          if (index % 5 > 0) return echo(db, index + round);
          return inTransaction('echo', async (transaction) => {
            await Promise.all([0, 1, 2].map((offset) => echo(transaction, index + round + offset)));
          });
        }),
      );
      await Promise.all(calls);
    }
    const { rowCount } = await direct.query(
      `select from pg_stat_activity where datname = current_database() and application_name = ''`,
    );
    // The pooler's three, and those of the test itself.
    expect(rowCount).toBeLessThanOrEqual(3 + 10);
  });

  it('commits all statements of a transaction or none', async () => {
    const { inTransaction } = database();
    await inTransaction('commit', async (transaction) => {
      await insertRow(transaction, { id: 1 });
      await insertRow.firstAndCommit(transaction, { id: 2 });
    });
    const failing = inTransaction('roll back', async (transaction) => {
      await insertRow(transaction, { id: 3 });
      await insertRow(transaction, { id: 2 });
    });
    await expect(failing).rejects.toThrow('pooled_pkey');
    const { rows } = await direct.query('select id from pooled order by id');
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('reads text without a description of the result', async () => {
    const readText = rawQuery({ text: notNull(text) }, () => sql`select 'halocline'::text as text`);
    await expect(readText.firstText(database().db)).resolves.toBe('halocline');
  });

  it('requires timeouts of the role, which end slow statements', async () => {
    await expect(assertRoleHasLimits(database().db)).rejects.toThrow(
      'run: alter role current_user set idle_in_transaction_session_timeout = 60000; alter role current_user set lock',
    );
    const { user, database: name } = connection as { user: string; database: string };
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await direct.query(`alter role ${user} in database ${name} set ${limit} = 900`);
    const [second] = databases.slice(1) as [Database];
    // The pooler's connections were opened before.
    await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => assertRoleHasLimits(second.db).then(() => 'ok', String)).toBe('ok');
    const wait = rawQuery({}, () => sql`select pg_sleep(30)`);
    await expect(second.inTransaction('slow', (transaction) => wait(transaction))).rejects.toMatchObject({
      code: '57014',
    });
    await direct.query(`alter role ${user} in database ${name} reset all`);
  });

  it('returns 503 when the pooler has no connection in time', async () => {
    const full = await startPgBouncer({
      command: command ?? '',
      server: connection,
      settings: {
        ...(statements === 'named' && { max_prepared_statements: 200 }),
        default_pool_size: 1,
        query_wait_timeout: 1,
      },
    });
    const own = openDatabase({ connection, pooler: full.connection, poolSize: 2, statements });
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = own.inTransaction('holder', async (transaction) => {
      await readBackend(transaction);
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    const second = own.inTransaction('second', (transaction) => readBackend(transaction));
    const error = await second.catch((reason: unknown) => toCodedError(reason));
    expect(error).toMatchObject({ status: 503, code: 'server.overloaded' });
    held.resolve();
    await holder;
    await own.close();
    await full.stop();
  });

  it('answers again after the server has ended all connections', async () => {
    await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const read = () => readBackend.first(database().db).catch(() => undefined);
    await expect.poll(read).toEqual({ pid: expect.any(Number) as number });
  });
});
