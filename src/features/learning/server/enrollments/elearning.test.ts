import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { type JobContext, startJobWorkers } from '#platform/server/jobs/jobs.ts';
import type { Elearning } from '#features/learning/shared/course-contract.ts';
import { library } from '#features/learning/server/content/library.ts';
import { prepareElearning } from './elearning.ts';
import { changeChannel } from '#features/learning/server/events.ts';

// Courses are loaded before the tests, as at server start, because loading blocks the event loop.
library.list();
const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const guest = { id: 400_006, email: 'candidate@demo.test' };
const packageId = 'discover-scuba';

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await pool.query<Row>(text, values)).rows;
const checkpoint = (status: string) =>
  rows(
    `insert into dsd_checkpoint (affiliate_id, store_number, member_number, status) values ($1, 20001, 100001, $2)
     on conflict (affiliate_id) do update set status = excluded.status`,
    [guest.id, status],
  );
const enroll = async (extraData = 'dsd') =>
  (await portal.request(guest.email, 'POST', `/api/learning/v2/courses/enroll/${extraData}`, {})).json<Elearning>();
const look = async () => (await portal.request(guest.email, 'GET', '/api/learning/v2/elearning')).json<Elearning>();
const jobs = () => rows<{ data: never }>("select data from pgboss.job where name = 'learning.elearning'");
const opened = () =>
  rows('select * from enrollment where affiliate_id = $1 and package_id = $2', [guest.id, packageId]);
/** Runs the queued job like a worker. */
async function work(): Promise<void> {
  const [job] = await rows<{ data: never }>("delete from pgboss.job where name = 'learning.elearning' returning data");
  if (job === undefined) throw new Error('no e-learning job is queued');
  await run(job.data);
}
const run = (data: unknown, changes: Partial<JobContext> = {}) =>
  prepareElearning.run(
    { services, database: services.database, isLastTry: false, ...changes } as JobContext,
    data as never,
  );
const letTimePass = (seconds: number) =>
  rows(`update elearning_preparation set started_at = started_at - make_interval(secs => $1)`, [seconds]);

beforeEach(async () => {
  await rows("delete from pgboss.job where name = 'learning.elearning'");
  for (const table of ['enrollment', 'elearning_preparation', 'dsd_checkpoint', 'notification'])
    await rows(`delete from ${table} where affiliate_id = $1`, [guest.id]);
});

describe('Discover Scuba Diving e-learning', () => {
  // First, because events of an earlier preparation could still arrive.
  it('publishes its progress to open pages', async () => {
    await checkpoint('completed');
    const seen: number[] = [];
    const stop = services.pubsub.on<{ what: string }>(changeChannel(guest.id), ({ what }) => {
      if (what === 'elearning') void look().then(({ percent }) => seen.push(percent));
    });
    onTestFinished(stop);
    await enroll();
    await work();
    await expect.poll(() => seen.length).toBe(5);
    expect(seen.at(-1)).toBe(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('cannot start without a checkpoint', async () => {
    const unable = { state: 'unable', packageId, percent: 0, startedAt: null, memberNumber: null, storeNumber: null };
    expect(await enroll()).toEqual(unable);
    expect(await look()).toEqual(unable);
    expect(await jobs()).toEqual([]);
  });

  it.each(['welcome', 'affiliation', 'forms', 'forms-submitted'])(
    'cannot start at status %s and returns the contacts',
    async (status) => {
      await checkpoint(status);
      expect(await enroll()).toMatchObject({ state: 'unable', memberNumber: 100_001, storeNumber: 20_001 });
      expect(await jobs()).toEqual([]);
      expect(await rows('select from elearning_preparation where affiliate_id = $1', [guest.id])).toEqual([]);
    },
  );

  it.each(['completed', 'processed', 'Processed'])('is prepared at status %s and becomes ready', async (status) => {
    await checkpoint(status);
    expect(await enroll('f1e2')).toMatchObject({ state: 'preparing', percent: 0, startedAt: expect.any(String) });
    expect(await opened()).toEqual([]);
    await work();
    expect(await look()).toMatchObject({ state: 'ready', percent: 100 });
    expect(await opened()).toMatchObject([{ source: 'dsd', member_number: 100_001, store_number: 20_001 }]);
    expect(await rows('select kind, url from notification where affiliate_id = $1', [guest.id])).toEqual([
      { kind: 'learning.elearning_ready', url: '/training/course/discover-scuba' },
    ]);
  });

  it('is prepared once for concurrent and repeated requests', async () => {
    await checkpoint('completed');
    const answers = await Promise.all([enroll(), enroll(), enroll('another')]);
    expect(new Set(answers.map(({ startedAt }) => startedAt)).size).toBe(1);
    expect(await jobs()).toHaveLength(1);
    await work();
    expect((await enroll()).state).toBe('ready');
    expect(await jobs()).toEqual([]);
  });

  it('is prepared by a running worker', async () => {
    await checkpoint('completed');
    await enroll();
    const running = await startJobWorkers(services, [prepareElearning as never]);
    onTestFinished(() => running.stop());
    await expect.poll(async () => (await look()).state).toBe('ready');
  });

  it('resumes after a worker crash without duplicates', async () => {
    await checkpoint('completed');
    await enroll();
    const [job] = await jobs();
    await rows('update elearning_preparation set percent = 75 where affiliate_id = $1', [guest.id]);
    await work();
    await run(job?.data);
    expect(await opened()).toHaveLength(1);
    expect(await rows('select from notification where affiliate_id = $1', [guest.id])).toHaveLength(1);
  });
});

describe('failed preparation', () => {
  it('fails when the forms were withdrawn and can be retried', async () => {
    await checkpoint('completed');
    await enroll();
    await checkpoint('forms');
    await work();
    expect(await rows('select state from elearning_preparation where affiliate_id = $1', [guest.id])).toEqual([
      { state: 'failed' },
    ]);
    await checkpoint('completed');
    expect((await look()).state).toBe('failed');
    expect(await opened()).toEqual([]);
    expect(await enroll()).toMatchObject({ state: 'preparing', percent: 0 });
    await work();
    expect((await look()).state).toBe('ready');
  });

  it('is retried after an error and fails after the last try', async () => {
    await checkpoint('completed');
    onTestFinished(async () => {
      await rows('drop function if exists refuse cascade');
    });
    await rows(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await rows('create trigger refuse before insert on enrollment execute function refuse()');
    await enroll();
    const [job] = await jobs();
    await expect(work()).rejects.toThrow('the disk is full');
    expect(await look()).toMatchObject({ state: 'preparing', percent: 75 });
    await expect(run(job?.data, { isLastTry: true })).rejects.toThrow('the disk is full');
    expect((await look()).state).toBe('failed');
    await rows('drop function refuse cascade');
    await enroll();
    await work();
    expect((await look()).state).toBe('ready');
  });

  it('times out after four minutes, and the late job changes nothing', async () => {
    await checkpoint('completed');
    await enroll();
    const [job] = await jobs();
    await letTimePass(241);
    expect((await look()).state).toBe('failed');
    const { startedAt } = await enroll();
    expect((await look()).state).toBe('preparing');
    // The timed-out job wakes up after a newer preparation has started.
    await run(job?.data);
    expect(await look()).toMatchObject({ state: 'preparing', percent: 0, startedAt });
    expect(await opened()).toEqual([]);
  });

  it('is marked as failed when the job starts too late', async () => {
    await checkpoint('completed');
    await enroll();
    await letTimePass(300);
    const [job] = await rows<{ started_at: Date }>(
      'select started_at from elearning_preparation where affiliate_id = $1',
      [guest.id],
    );
    const payload = { affiliateId: guest.id, startedAt: job?.started_at.toISOString() ?? '' };
    await run(payload);
    expect(await rows('select state from elearning_preparation where affiliate_id = $1', [guest.id])).toEqual([
      { state: 'failed' },
    ]);
  });
});
