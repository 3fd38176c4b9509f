import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { analyzePartitionsJob, createPartitions } from './partitions.ts';

// Not a copy of the migrated database: a week or month may have ended since it was created.
const { pool, connection } = await createTestDatabase('template1');
await migrate(pool, join(import.meta.dirname, '../../../../migrations'));

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}

/** The partition that holds each row. */
const list = async (table: string, column: string) =>
  rows(`select ${column}::text as value, tableoid::regclass::text as part from ${table} order by 1`);

/** What PostgreSQL has beside the columns of a partition, without its name. */
async function describePartition(name: string): Promise<unknown> {
  const [row] = await rows<{ text: string }>(
    `select json_build_object('options', c.reloptions,
       'indexes', array(select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .*? USING', '') from pg_index
         where indrelid = c.oid order by 1),
       'constraints', array(select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1),
       'triggers', array(select tgname from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1))::text as text
     from pg_class c where c.oid = $1::regclass`,
    [name],
  );
  return JSON.parse((row?.text ?? 'null').replaceAll(name, 'partition'));
}

const insertPerson = (id: number) =>
  rows("insert into person (affiliate_id, sub, email) values ($1, gen_random_uuid(), $1::bigint || '@people.test')", [
    id,
  ]);
const insertMail = (id: string, at: string) =>
  rows(
    `insert into mail_outbox (id, created_at, to_address, locale, subject, text, html)
     values ($1, $2, 'a@b.test', 'en-US', '', '', '')`,
    [id, at],
  );

beforeEach(async () => {
  await pool.query(
    'truncate session, notification, learning_step, mail_outbox, security_log, audit_entry, person cascade',
  );
});

describe('partitions', () => {
  it('of numbers are created before they are needed, like the one for other rows', async () => {
    expect(await createPartitions(pool)).toEqual([]);
    await pool.query("select setval('affiliate_id_seq', 1000001), setval('audit_entry_seq', 76000000)");
    expect(await createPartitions(pool)).toEqual([
      'created session_2000000',
      'created notification_2000000',
      'created learning_step_2000000',
      'created audit_entry_50000000',
      'created audit_entry_75000000',
      'created audit_entry_100000000',
    ]);
    expect(await createPartitions(pool)).toEqual([]);
    for (const table of ['session', 'notification', 'learning_step'])
      expect(await describePartition(`${table}_2000000`)).toEqual(await describePartition(`${table}_default`));
    expect(await describePartition('audit_entry_75000000')).toEqual(await describePartition('audit_entry_default'));
    await insertPerson(2_000_000);
    await pool.query('insert into learning_step (affiliate_id, key) values (2000000, gen_random_uuid())');
    expect(await list('learning_step', 'affiliate_id')).toEqual([{ value: '2000000', part: 'learning_step_2000000' }]);
  });

  it('are created once by several processes', async () => {
    await pool.query("select setval('affiliate_id_seq', 3000001)");
    const changes = await Promise.all(Array.from({ length: 4 }, () => createPartitions(pool)));
    expect(changes.flat().filter((change) => change === 'created session_4000000')).toHaveLength(1);
    expect(await createPartitions(pool)).toEqual([]);
  });

  it('are postponed while a backup reads the table', async () => {
    await pool.query("select setval('affiliate_id_seq', 5000001)");
    const backup = await pool.connect();
    await backup.query('begin; lock table session in access share mode');
    const changes = await createPartitions(pool);
    expect(changes).toContain('postponed: created session_6000000');
    expect(changes).toContain('created notification_6000000');
    await backup.query('commit');
    backup.release();
    expect(await createPartitions(pool)).toContain('created session_6000000');
  });

  it('take over rows that were beyond the last one', async () => {
    await insertPerson(7_000_001);
    await pool.query(`
      insert into session (affiliate_id, id, secret_hash, expires_at)
      values (7000001, '00000000-0000-4000-8000-000000000001', '', now());
      insert into session (affiliate_id, parent_id, secret_hash, expires_at)
      values (7000001, '00000000-0000-4000-8000-000000000001', '', now())`);
    const parts = async () => (await list('session', 'affiliate_id')).map((row) => Object.values(row)[1]);
    expect(await parts()).toEqual(['session_default', 'session_default']);
    await pool.query("select setval('affiliate_id_seq', 7000001)");
    await createPartitions(pool);
    expect(await parts()).toEqual(['session_7000000', 'session_7000000']);
    await pool.query('delete from session where parent_id is null');
    expect(await parts()).toEqual([]);
  });

  it('of mails and security events are dropped after their retention, and no others', async () => {
    const names = async () =>
      (await rows<{ name: string }>("select relname as name from pg_class where relkind = 'r' and relispartition")).map(
        ({ name }) => name,
      );
    const before = await names();
    // As if the installation were older: the first partitions ended a year ago.
    await pool.query(`
      alter table mail_outbox detach partition mail_outbox_first;
      alter table mail_outbox attach partition mail_outbox_first for values from (minvalue)
        to (date_trunc('week', now()) - interval '7 weeks');
      alter table security_log detach partition security_log_first;
      alter table security_log attach partition security_log_first for values from (minvalue)
        to (date_trunc('month', now()) - interval '11 months')`);
    const first = await createPartitions(pool);
    expect(first.filter((change) => change.startsWith('dropped'))).toEqual(['dropped mail_outbox_first']);
    expect(first.filter((change) => change.startsWith('created mail'))).toHaveLength(16);
    expect(first.filter((change) => change.startsWith('created security'))).toHaveLength(14);
    const second = await createPartitions(pool);
    // Weeks that were over when their partition was created.
    expect(second.length).toBeGreaterThan(0);
    expect(second.every((change) => change.startsWith('dropped mail_outbox_2'))).toBe(true);
    expect(await names()).toEqual(expect.arrayContaining(before.filter((name) => name !== 'mail_outbox_first')));
    expect(await createPartitions(pool)).toEqual([]);
  });
});

describe('statistics of whole tables', () => {
  const limited = new Pool({ ...connection, statement_timeout: 200 });
  afterAll(() => limited.end());

  it('are collected even if that takes longer than other statements may', async () => {
    const blocker = await pool.connect();
    await blocker.query('begin; lock table session in share update exclusive mode');
    const run = analyzePartitionsJob.run({ database: { pool: limited } } as unknown as JobContext, {});
    // Its failure is reported below.
    run.catch(() => undefined);
    const listLongAnalyzes = () =>
      rows(`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and now() - query_start > interval '400 ms'`);
    await expect.poll(listLongAnalyzes).toEqual([{ query: 'analyze "session"' }]);
    await blocker.query('commit');
    blocker.release();
    await run;
    const analyzed = await rows<{ name: string }>(`select c.relname as name from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid where c.relkind = 'p' and s.last_analyze is not null order by name`);
    expect(analyzed.map(({ name }) => name)).toEqual([
      'audit_entry',
      'learning_step',
      'mail_outbox',
      'notification',
      'security_log',
      'session',
    ]);
    const { rows: settings } = await limited.query<{ statement_timeout: string }>('show statement_timeout');
    expect(settings).toEqual([{ statement_timeout: '200ms' }]);
  });
});

describe('uniqueness across partitions', () => {
  it('rejects a second mail with the id of another one', async () => {
    const [ids] = await rows<{ id: string; at: string }>(
      'select id, uuid_time(id)::text as at from (select uuidv7() as id) u',
    );
    const { id = '', at = '' } = ids ?? {};
    await insertMail(id, at);
    await expect(insertMail(id, at)).rejects.toThrow('duplicate key');
    await expect(insertMail(id, '2040-01-01')).rejects.toThrow('mail_outbox_id_time');
    await expect(pool.query("update mail_outbox set created_at = '2040-01-01'")).rejects.toThrow('mail_outbox_id_time');
  });

  it('reads the time of an id exactly', async () => {
    expect(
      await rows(
        "select uuid_time('019a9a3c-5b7c-7abc-8def-0123456789ab') = to_timestamp(1763524238204 / 1000.0) as same",
      ),
    ).toEqual([{ same: true }]);
  });
});
