import { afterAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { startJobWorkers } from '#platform/server/jobs/jobs.ts';
import { readPgBouncerVersion, startPgBouncer } from '#platform/testing/pgbouncer.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { ensureCommand } from '../../../../scripts/debian-package.ts';
import { listJobs } from '#app/server/jobs.ts';

const command = process.env['PGBOUNCER'] || (await ensureCommand('pgbouncer'));

describe.skipIf(command === null)('the portal behind PgBouncer in transaction mode', async () => {
  if (command === null) return;
  const [major, minor] = await readPgBouncerVersion(command);
  const canTrackStatements = major > 1 || minor >= 21;
  // Other demo data, so that all of it is written through the pooler.
  const portal = await testPortal({}, { size: 'accounts' }, async (connection) => {
    const client = new Client(connection);
    await client.connect();
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(
        `alter role ${connection.user} in database ${connection.database as string} set ${limit} = 30000`,
      );
    await client.end();
    const pgbouncer = await startPgBouncer({
      command,
      server: connection,
      settings: canTrackStatements ? { max_prepared_statements: 500 } : {},
    });
    afterAll(() => pgbouncer.stop());
    return {
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: 'only its presence counts, because tests pass the connection',
      DATABASE_STATEMENTS: canTrackStatements ? 'named' : 'unnamed',
    };
  });
  const { services } = portal;
  const { database, pubsub } = services;

  it('uses the pooler for everything but sessions', async () => {
    const { rows } = await database.pool.query("select current_setting('statement_timeout') as limit");
    expect(rows).toEqual([{ limit: '30s' }]);
    expect(database.sessionPool).not.toBe(database.pool);
    expect((await portal.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  it('answers reads and writes of people', async () => {
    const search = await portal.request('staff@demo.test', 'GET', '/api/desk/people?search=maren');
    expect(search.json()).toMatchObject({ total: 1 });
    const list = await portal.graphql('diver@demo.test', '{ __typename }');
    expect(list.statusCode).toBe(200);
    const calls = Array.from({ length: 40 }, () =>
      portal.request('staff@demo.test', 'GET', '/api/desk/audit?subject=search'),
    );
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(200);
  });

  it('runs jobs and delivers events', async () => {
    const received: unknown[] = [];
    pubsub.on('pooler-test', (payload) => received.push(payload));
    await database.inTransaction('publish', (db) => pubsub.publish(db, 'pooler-test', { depth: 18 }));
    await expect.poll(() => received).toEqual([{ depth: 18 }]);
    const workers = await startJobWorkers(services, listJobs(services));
    const countCompleted = async () => {
      const { rows } = await database.pool.query("select from pgboss.job where state = 'completed'");
      return rows.length;
    };
    await expect.poll(countCompleted, { timeout: 60_000 }).toBeGreaterThan(0);
    await workers.stop();
    const { rows } = await database.pool.query("select name, output from pgboss.job where state = 'failed'");
    expect(rows).toEqual([]);
  });
});
