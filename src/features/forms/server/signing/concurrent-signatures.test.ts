import { beforeEach, describe, expect, it } from 'vitest';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { listFormStatuses } from '#features/forms/server/status/form-status.ts';

const portal = await testPortal();
const { begin, answerAll, sign, rows, record } = createFormsFixture(portal);
const { services } = portal;
const { pool, db } = services.database;
const affiliateId = demoAffiliateIds.diver;

const isClear = async () => {
  const now = new Date();
  const query = { affiliateId, onDate: now, packet: 'course', storeNumber, memberNumber } as const;
  return (await listFormStatuses({ db, services }, [query]))[0]?.isMedicalClear;
};

beforeEach(async () => {
  for (const table of ['form_evaluation', 'form_reading', 'form_record', 'form_draft'])
    await rows(`delete from ${table} where affiliate_id = $1`, [affiliateId]);
});

describe('two signatures of a diver at the same moment', () => {
  it.each([
    ['the answers that need a physician first', ['course', 'medical']],
    ['the answers that need none first', ['medical', 'course']],
  ] as const)('have an order and do not clear the diver: %s', async (_, order) => {
    const course = await begin('diver', { packet: 'course', storeNumber, memberNumber });
    await answerAll('diver', course, { 'medical.q3': 'yes' });
    const medical = await begin('diver', { packet: 'medical', storeNumber, memberNumber });
    await answerAll('diver', medical);
    const drafts = { course, medical };
    // Records can be read, but not stored.
    const locks = await holdLocks(pool, 'lock table form_record in share mode');
    const first = sign('diver', drafts[order[0]]);
    await waitForLockWaits(pool);
    const second = sign('diver', drafts[order[1]]);
    await waitForLockWaits(pool, 2);
    await locks.rollback();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect((await record('diver', course)).medicalStatus).toBe('physician');
    expect((await record('diver', medical)).medicalStatus).toBe(order[0] === 'course' ? 'physician' : 'clear');
    expect(await isClear()).toBe(false);
    const signed = await rows<{ id: string }>('select id from form_record where affiliate_id = $1 order by signed_at', [
      affiliateId,
    ]);
    expect(signed.map(({ id }) => id)).toEqual([drafts[order[0]], drafts[order[1]]]);
  });
});

it('a signature and an accepted correction at the same moment do not clear a diver with new answers', async () => {
  const named = { packet: 'course', storeNumber } as const;
  const submit = async (options: Parameters<typeof begin>[1], answers: Record<string, string> = {}) => {
    const id = await begin('diver', options);
    await answerAll('diver', id, answers);
    expect((await sign('diver', id)).status).toBe(200);
    return id;
  };
  await submit(named, { 'medical.q3': 'yes' });
  const correction = await submit(named);
  const since = await begin('diver', { packet: 'medical', storeNumber });
  await answerAll('diver', since, { 'medical.q5': 'yes' });
  const locks = await holdLocks(pool, 'lock table form_record in share mode');
  const signing = sign('diver', since);
  await waitForLockWaits(pool);
  const accepting = portal.request('staff@demo.test', 'POST', `/api/forms/Records/${correction}/correction`, {
    reason: 'Ticked the wrong box.',
  });
  await waitForLockWaits(pool, 2);
  await locks.rollback();
  expect((await signing).status).toBe(200);
  expect((await accepting).statusCode).toBe(200);
  expect((await record('diver', since)).medicalStatus).toBe('physician');
  expect(await isClear()).toBe(false);
});
