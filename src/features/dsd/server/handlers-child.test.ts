import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDsdFixture } from '#test/support/api/dsd-testing.ts';

const { portal, rows, checkpointOf, storeRecord } = await createDsdFixture();
const ida = 400_003;
const guardian = 'guardian@demo.test';
const create = (as: string | null, body: object = {}) =>
  portal.request(as, 'POST', '/api/dsd/CreateCheckPoint', {
    affiliateId: ida,
    store_number: 20_001,
    member_number: null,
    status: 'affiliation',
    ...body,
  });
const update = (as: string | null, status: string) =>
  portal.request(as, 'PUT', '/api/dsd/UpdateCheckPoint', {
    affiliateId: ida,
    store_number: 20_001,
    member_number: null,
    status,
  });
const read = (as: string | null) => portal.request(as, 'GET', `/api/dsd/GetCheckpointData?affiliateId=${ida}`);
const setBirthdate = (birthdate: string) =>
  rows('update person set birthdate = $2 where affiliate_id = $1', [ida, birthdate]);

beforeEach(async () => {
  await rows('delete from dsd_checkpoint where affiliate_id = $1', [ida]);
  await setBirthdate('2014-03-09');
});

describe('DSD endpoints for a child', () => {
  it('let the guardian act for the child without changing the guardian’s own checkpoint', async () => {
    const own = await checkpointOf(400_004);
    expect((await create(guardian)).json()).toMatchObject({ store_number: 20_001, status: 'affiliation' });
    expect((await update(guardian, 'forms')).json()).toMatchObject({ status: 'forms' });
    expect((await read(guardian)).json()).toMatchObject({ status: 'forms' });
    expect(await checkpointOf(400_004)).toEqual(own);
    const { rows: audited } = await portal.services.database.pool.query(
      `select action from audit_entry where subject = $1 and actor_affiliate_id = 400004 and action like 'dsd.%'
       order by seq desc limit 4`,
      [`person:${ida}`],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'dsd.read',
      'dsd.affiliate',
      'dsd.step_by_guardian',
      'dsd.step_by_guardian',
    ]);
  });

  it.each([
    ['a stranger', 'student@demo.test', 404],
    ['the instructor', 'instructor@demo.test', 404],
    ['staff', 'staff@demo.test', 404],
    ['an anonymous visitor', null, 401],
  ])('reject %s', async (_who, as, status) => {
    for (const answer of [await create(as), await update(as, 'forms'), await read(as)])
      expect(answer.statusCode).toBe(status);
    expect(await rows('select from dsd_checkpoint where affiliate_id = $1', [ida])).toEqual([]);
  });

  it('link a signed document of the child, not one of the guardian', async () => {
    const { id: documentId } = await storeRecord(ida, 'clear');
    const link = (body: object) =>
      portal.request(guardian, 'POST', '/api/dsd/DsdAffiliation/CreateDdsAffiliation', {
        storeNumber: 20_001,
        memberNumber: null,
        documentId,
        ...body,
      });
    expect((await link({})).json().errors[0].code).toBe('dsd.unknown_document');
    expect((await link({ affiliateId: ida })).json()).toEqual({ storeNumber: 20_001, memberNumber: null, documentId });
  });

  it.each(['x', '0', '-1', '1.5'])('return 400 for the affiliateId %s', async (affiliateId) => {
    const answer = await portal.request(guardian, 'GET', `/api/dsd/GetCheckpointData?affiliateId=${affiliateId}`);
    expect(answer.statusCode).toBe(400);
  });
});

describe('age check', () => {
  it('rejects a nine-year-old at the first step with the first eligible day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-28T23:50:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await setBirthdate('2017-03-01');
    for (const as of [guardian, 'minor@demo.test']) {
      const answer = await create(as);
      expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
        422,
        { code: 'dsd.too_young', now: '2027-03-01' },
      ]);
    }
    expect(await rows('select from dsd_checkpoint where affiliate_id = $1', [ida])).toEqual([]);
  });
});
