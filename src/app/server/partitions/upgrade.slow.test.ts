import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { holdLocks, waitForLockWait } from '#platform/testing/lock-waits.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { migrate } from '#platform/server/db/migrate.ts';

const migrations = join(import.meta.dirname, '../../../../migrations');
const { pool } = await createTestDatabase('template1');
const person = 500_001;

/** The tables as they were before they had partitions. */
async function migrateToFormerVersion(pool: Pool): Promise<void> {
  const folder = join(await createTemporaryFolder(), 'migrations');
  await mkdir(folder);
  for (const name of await readdir(migrations)) if (name < '0052') await cp(join(migrations, name), join(folder, name));
  await migrate(pool, folder);
  await pool.query("insert into person (affiliate_id, sub, email) values ($1, 'sub', 'a@b.test')", [person]);
}

/** One row in each table, with the statements of the former version. */
async function writeAsFormerVersion(client: PoolClient): Promise<void> {
  const run = async (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  const id = randomUUID();
  const session = await run(
    'session',
    `insert into session (affiliate_id, secret_hash, expires_at) values ($1, $2, now() + interval '1 hour') returning id`,
    [person, id],
  );
  const sessionId = (session.rows as { id: string }[])[0]?.id;
  await run(
    'end',
    `update session set ended_at = now(), refresh_token = null
     where affiliate_id = $1 and (id = $2 or parent_id = $2) and ended_at is null returning id`,
    [person, sessionId],
  );
  await run(
    'notification',
    `insert into notification (affiliate_id, id, name, message, kind, locale) values ($1, $2, '', '', 'kind', 'en-US')
     on conflict do nothing returning id, timestamp`,
    [person, id],
  );
  await run('read', 'update notification set read = true where affiliate_id = $1 and id = $2', [person, id]);
  await run('step', 'insert into learning_step (affiliate_id, key) values ($1, $2) on conflict do nothing', [
    person,
    id,
  ]);
  await run(
    'mail',
    `insert into mail_outbox (id, affiliate_id, to_address, locale, subject, text, html) values ($1, $2, '', '', '', '', '')`,
    [id, person],
  );
  await run(
    'claim',
    `with claimed as (update mail_outbox set claimed_until = now() where id = $1 and state = 'waiting' returning id)
     select state, exists (select from claimed) as "isClaimed" from mail_outbox where id = $1`,
    [id],
  );
  await run('sent', `update mail_outbox set state = 'sent', sent_at = now() where id = $1 and state = 'waiting'`, [id]);
  await run('event', `insert into security_event (kind, affiliate_id) values ('sign_in', $1)`, [person]);
  await run(
    'count',
    `insert into security_event (kind, affiliate_id, counter_key, count) select 'call.refused', $1, $2, 2
     on conflict (counter_key) do update set count = least(security_event.count::bigint + excluded.count, 2000000000)`,
    [person, '2026-11-18T23:call.refused'],
  );
  await run(
    'audit',
    `insert into audit_entry (seq, chain, chain_seq, at, action, subject, data, correlation_id, prev_hash, hash)
     select a.seq, a.chain, a.chain_seq, now(), 'x', 'x', '{}', '', a.prev_hash, a.hash from append_to_chains('audit', $1) a`,
    [JSON.stringify([{ chain: 7, digest: '' }])],
  );
}

async function countRows(securityTable: string) {
  const { rows } = await pool.query<Record<string, number>>(`
    select (select count(*)::int from session where ended_at is not null) as sessions,
      (select count(*)::int from notification where read) as notifications,
      (select count(*)::int from learning_step) as steps,
      (select count(*)::int from mail_outbox where state = 'sent') as mails,
      (select count(*)::int from ${securityTable} where kind = 'sign_in') as events,
      (select sum(count)::int / 2 from ${securityTable} where kind = 'call.refused') as counted,
      (select count(*)::int from audit_entry) as entries,
      (select entries::int from chain_head where log = 'audit' and chain = 7) as chained`);
  return rows[0];
}

it('keeps every row of processes of the former version, which write during the upgrade and after it', async () => {
  await migrateToFormerVersion(pool);
  const ending = new AbortController();
  let written = 0;
  const awaited: { count: number; resolve: () => void }[] = [];
  const until = (count: number) => new Promise<void>((resolve) => awaited.push({ count, resolve }));
  const writers = Array.from({ length: 4 }, async () => {
    const client = await pool.connect();
    try {
      while (!ending.signal.aborted) {
        await writeAsFormerVersion(client);
        written++;
        for (const { count, resolve } of awaited) if (written >= count) resolve();
      }
    } finally {
      client.release();
    }
  });
  await until(40);
  expect(await migrate(pool, migrations)).toContain('0055_partitions.sql');
  await until(written + 40);
  ending.abort();
  await Promise.all(writers);
  const all = { sessions: written, notifications: written, steps: written, mails: written, events: written };
  expect(await countRows('security_log')).toEqual({ ...all, counted: written, entries: written, chained: written });
  // A process of the former version also reads what the new one stores.
  await pool.query("insert into security_log (kind, affiliate_id) values ('sign_in', $1)", [person]);
  expect(await countRows('security_event')).toMatchObject({ events: written + 1 });
});

it('waits for a backup without stopping others', async () => {
  const { pool } = await createTestDatabase('template1');
  await migrateToFormerVersion(pool);
  const backup = await holdLocks(pool, 'lock table audit_entry, session in access share mode');
  const migration = migrate(pool, migrations);
  const reader = await pool.connect();
  await waitForLockWait(pool);
  // These statements would wait for the end of the backup behind a migration that keeps its place in the queue of locks.
  await writeAsFormerVersion(reader);
  await backup.commit();
  expect(await migration).toContain('0055_partitions.sql');
  await writeAsFormerVersion(reader);
  reader.release();
});
