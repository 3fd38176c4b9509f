import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Services } from '#platform/server/http/context.ts';
import { createJobQueues, type JobContext } from '#platform/server/jobs/jobs.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { listAllJobs, listJobs } from './jobs.ts';

const database = await createTestDatabase();
const services = {
  database,
  env: { SERVE: 'all', PAYMENT_GATEWAY: 'none' },
  mail: { job: { name: 'mail' } },
} as unknown as Services;
await createJobQueues(database.pool, listJobs(services));

/** Runs all scheduled jobs once. */
async function runRecurring(): Promise<void> {
  for (const job of listJobs(services).filter(({ cron }) => cron !== undefined))
    await job.run({ database, services, now: new Date() } as unknown as JobContext, {});
}

test('scheduled jobs delete only old sessions and old mail', async () => {
  await database.pool.query(`
    with new_person as (insert into person (sub) values ('a-sub') returning affiliate_id)
    insert into session (affiliate_id, secret_hash, user_agent, expires_at, ended_at)
    select affiliate_id, '', name, now() + expires::interval, now() + ended::interval
    from new_person, (values
      ('open', '1 day', null),
      ('just ended', '1 day', '-29 days'),
      ('just expired', '-29 days', null),
      ('long ended', '1 day', '-31 days'),
      ('long expired', '-31 days', null),
      ('long expired, then ended', '-31 days', '-29 days')
    ) as known (name, expires, ended)`);
  await database.pool.query(`
    insert into mail_outbox (to_address, locale, subject, text, html, state, created_at)
    select 'ada@demo.test', 'en-US', state || age, '', '', state, now() - age::interval
    from unnest(array['sent', 'refused', 'kept']) as state, unnest(array[' 1 day', ' 31 days']) as age`);
  await runRecurring();
  const sessions = await database.pool.query<{ user_agent: string }>('select user_agent from session order by 1');
  expect(sessions.rows.map((row) => row.user_agent)).toEqual(['just ended', 'just expired', 'open']);
  const mails = await database.pool.query<{ subject: string }>('select subject from mail_outbox order by 1');
  expect(mails.rows.map((row) => row.subject)).toEqual(['kept 1 day', 'refused 1 day', 'sent 1 day']);
});

test('scheduled jobs delete phone changes delivered long ago, but no pending ones', async () => {
  await database.pool.query(`
    with new_person as (insert into person (sub) values ('another-sub') returning affiliate_id), change as (
      insert into phone_change (affiliate_id, sealed_number, changed_at, delivered_at)
      select affiliate_id, name, now() - interval '60 days', now() - delivered::interval
      from new_person, (values ('waiting', null), ('delivered', '29 days'), ('long delivered', '31 days'))
        as known (name, delivered))
    insert into sync_event (affiliate_id, id, event_type, sealed_event, received_at)
    select affiliate_id, gen_random_uuid(), 'phone_update', name, now() - age::interval
    from new_person, (values ('received', '29 days'), ('long received', '31 days')) as known (name, age)`);
  await runRecurring();
  const left = await database.pool.query<{ name: string }>(
    'select sealed_number as name from phone_change union all select sealed_event from sync_event order by 1',
  );
  expect(left.rows.map(({ name }) => name)).toEqual(['delivered', 'received', 'waiting']);
});

test('job names are unique', () => {
  const names = listJobs(services).map((job) => job.name);
  expect(new Set(names).size).toBe(names.length);
});

test('every defined job is listed, because a job that is not listed has no queue', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const definition = /defineJob\(\s*'([^']+)'|: JobKind<[^=]*> = \{\s*name: '([^']+)'/g;
  const defined = sources.flatMap((text) => [...text.matchAll(definition)].map(([, job, kind]) => job ?? kind));
  expect(defined.length).toBeGreaterThan(40);
  const listed = new Set(listAllJobs(services.mail).map((job) => job.name));
  expect(defined.filter((name) => !listed.has(String(name)))).toEqual([]);
});
