import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDsdFixture } from '#test/support/api/dsd-testing.ts';

const { portal, rows, checkpointOf, setCheckpoint, storeRecord } = await createDsdFixture();
const guest = { id: 400_002, email: 'student@demo.test' };
const create = (store: unknown, member: unknown, status = 'affiliation') =>
  portal.request(guest.email, 'POST', '/api/dsd/CreateCheckPoint', {
    store_number: store,
    member_number: member,
    status,
  });
const update = (store: unknown, member: unknown, status: string) =>
  portal.request(guest.email, 'PUT', '/api/dsd/UpdateCheckPoint', {
    store_number: store,
    member_number: member,
    status,
  });
const codeOf = (answer: { json(): { errors: { code: string; path?: string }[] } }) => {
  const [entry] = answer.json().errors;
  return [entry?.code, entry?.path];
};
const setBirthdate = (birthdate: string | null) =>
  rows('update person set birthdate = $2 where affiliate_id = $1', [guest.id, birthdate]);

beforeEach(async () => {
  await rows('delete from dsd_checkpoint where affiliate_id = $1', [guest.id]);
  await setBirthdate('1999-02-14');
});

describe('checkpoint', () => {
  it('is null before the program starts', async () => {
    const answer = await portal.request(guest.email, 'GET', '/api/dsd/GetCheckpointData');
    expect(answer.json()).toBeNull();
  });

  it('moves from welcome to forms one step at a time', async () => {
    expect((await create('20001', '', 'welcome')).json()).toMatchObject({
      store_number: 20_001,
      member_number: null,
      status: 'welcome',
    });
    expect((await update(20_001, null, 'affiliation')).json()).toMatchObject({ status: 'affiliation' });
    expect((await update(null, '100001', 'forms')).json()).toMatchObject({
      store_number: null,
      member_number: 100_001,
      status: 'forms',
    });
    const read = (await portal.request(guest.email, 'GET', '/api/dsd/GetCheckpointData')).json();
    expect(read).toMatchObject({ member_number: 100_001, status: 'forms', updatedDate: expect.stringMatching(/Z$/) });
  });

  it('is not returned to another diver', async () => {
    await create(20_001, null);
    const answer = await portal.request('diver@demo.test', 'GET', '/api/dsd/GetCheckpointData');
    expect(answer.json()).toBeNull();
  });

  it('stays unchanged when the current or an earlier status is sent', async () => {
    await create(20_001, null);
    await update(20_001, null, 'forms');
    const before = await checkpointOf(guest.id);
    for (const status of ['forms', 'welcome'])
      expect((await update(20_003, null, status)).json()).toMatchObject({ store_number: 20_001, status: 'forms' });
    expect((await create(20_001, null)).json()).toMatchObject({ status: 'forms' });
    expect((await create(null, null)).json()).toMatchObject({ store_number: 20_001, status: 'forms' });
    expect(await checkpointOf(guest.id)).toEqual(before);
  });

  it('goes back from forms to affiliation after the wrong store was confirmed', async () => {
    await create(20_001, null);
    await update(20_001, null, 'forms');
    expect((await update(null, null, 'affiliation')).json()).toMatchObject({
      store_number: 20_001,
      status: 'affiliation',
    });
    expect((await update(20_002, null, 'forms')).json()).toMatchObject({ store_number: 20_002, status: 'forms' });
  });

  it.each(['forms-submitted', 'completed', 'processed'])('does not go back from %s', async (status) => {
    await setCheckpoint(guest.id, status);
    expect((await update(null, null, 'affiliation')).json()).toMatchObject({ status });
  });

  it.each([
    ['welcome', 'forms'],
    ['welcome', 'processed'],
    ['affiliation', 'forms-submitted'],
    ['forms', 'forms-submitted'],
    ['forms', 'completed'],
    ['forms-submitted', 'completed'],
    ['completed', 'processed'],
  ])('returns 409 when the diver moves from %s to %s', async (from, to) => {
    await setCheckpoint(guest.id, from);
    const before = await checkpointOf(guest.id);
    const answer = await update(20_001, null, to);
    expect([answer.statusCode, ...codeOf(answer)]).toEqual([409, 'dsd.out_of_turn', 'status']);
    expect(await checkpointOf(guest.id)).toEqual(before);
  });

  it('returns 409 for an update before it exists and for a start in the middle', async () => {
    expect(codeOf(await update(20_001, null, 'affiliation'))).toEqual(['dsd.out_of_turn', 'status']);
    expect(codeOf(await create(20_001, null, 'forms'))).toEqual(['dsd.out_of_turn', 'status']);
    expect(await checkpointOf(guest.id)).toBeUndefined();
  });

  it('restarts with another store, even after the dive', async () => {
    await setCheckpoint(guest.id, 'processed');
    expect((await create(20_002, null, 'welcome')).json()).toMatchObject({ store_number: 20_002, status: 'welcome' });
    expect((await create(null, 100_001)).json()).toMatchObject({ member_number: 100_001, status: 'affiliation' });
  });

  it('restarts with the same store only after 30 days', async () => {
    await setCheckpoint(guest.id, 'processed', 20_001, 29);
    expect((await create(20_001, null)).json()).toMatchObject({ status: 'processed' });
    await setCheckpoint(guest.id, 'Processed', 20_001, 31);
    expect((await create(20_001, null)).json()).toMatchObject({ status: 'affiliation' });
  });

  it.each([
    [null, null, ['dsd.nobody_named', 'store_number']],
    [29_999, null, ['dsd.unknown_store', 'store_number']],
    [null, 199_999, ['dsd.unknown_member', 'member_number']],
    // A member number is not a store number.
    [100_001, null, ['dsd.unknown_store', 'store_number']],
    [20_001, 199_999, ['dsd.unknown_member', 'member_number']],
  ])('does not advance to forms with store %s and member %s', async (store, member, error) => {
    await create(null, null);
    const before = await checkpointOf(guest.id);
    expect(codeOf(await update(store, member, 'forms'))).toEqual(error);
    expect(await checkpointOf(guest.id)).toEqual(before);
  });

  it('does not advance with an inactive professional', async () => {
    await create(null, 100_001);
    await rows("update person set member_status = 'Inactive' where member_number = 100001");
    const answer = await update(null, 100_001, 'forms');
    await rows("update person set member_status = 'Active' where member_number = 100001");
    expect(codeOf(answer)[0]).toBe('dsd.unknown_member');
  });

  it('requires an age of ten on the day', async () => {
    await create(20_001, null);
    await setBirthdate(null);
    expect(codeOf(await update(20_001, null, 'forms'))[0]).toBe('dsd.birthdate_missing');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-28T23:50:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await setBirthdate('2017-03-01');
    expect(codeOf(await update(20_001, null, 'forms'))[0]).toBe('dsd.too_young');
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'affiliation' });
    await setBirthdate('2017-02-28');
    expect((await update(20_001, null, 'forms')).json()).toMatchObject({ status: 'forms' });
  });

  it('asks for a missing birthdate at the first step', async () => {
    await setBirthdate(null);
    expect(codeOf(await create(20_001, null))[0]).toBe('dsd.birthdate_missing');
    expect(await checkpointOf(guest.id)).toBeUndefined();
  });

  it('stores the day of the dive, and rejects a past one', async () => {
    await create(20_001, null);
    const set = (dive_date?: string | null) =>
      portal.request(guest.email, 'PUT', '/api/dsd/UpdateCheckPoint', {
        store_number: 20_001,
        member_number: null,
        status: 'forms',
        ...(dive_date !== undefined && { dive_date }),
      });
    expect(codeOf(await set('2020-01-01'))).toEqual(['dsd.dive_date', 'dive_date']);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    expect((await set(day)).json()).toMatchObject({ status: 'forms', dive_date: day });
    expect((await update(null, null, 'affiliation')).json()).toMatchObject({ dive_date: day });
  });

  it.each([
    ['a word', 'x'],
    ['a fraction', 1.5],
    ['zero', 0],
    ['a negative number', -3],
    ['more than the column holds', 4_000_000_000],
    ['a long string of digits', '9'.repeat(30)],
  ])('rejects %s as a store number and stores nothing', async (_what, number) => {
    const answer = await create(number, null);
    expect([answer.statusCode, ...codeOf(answer)]).toEqual([400, 'request.invalid', 'store_number']);
    expect(await checkpointOf(guest.id)).toBeUndefined();
  });

  it('rejects an unknown status', async () => {
    expect(codeOf(await create(null, null, 'finished'))).toEqual(['request.invalid', 'status']);
  });

  it('audits the confirmed store or professional', async () => {
    await create(20_001, null);
    await update(20_001, null, 'forms');
    const [entry] = await rows("select * from audit_entry where action = 'dsd.affiliate' order by seq desc limit 1");
    expect(entry).toMatchObject({ actor_affiliate_id: guest.id, data: { store: 20_001, member: null } });
  });
});

describe('POST DsdAffiliation/CreateDdsAffiliation', () => {
  const affiliate = (documentId: string, storeNumber: number | null, memberNumber: number | null = null) =>
    portal.request(guest.email, 'POST', '/api/dsd/DsdAffiliation/CreateDdsAffiliation', {
      storeNumber,
      memberNumber,
      documentId,
    });
  const storedAffiliations = () => rows('select document_id from dsd_affiliation where affiliate_id = $1', [guest.id]);

  it('stores a repeated affiliation once', async () => {
    const { id } = await storeRecord(guest.id, 'clear');
    for (let time = 0; time < 2; time++)
      expect((await affiliate(id, 20_001)).json()).toEqual({
        storeNumber: 20_001,
        memberNumber: null,
        documentId: id,
      });
    expect(await storedAffiliations()).toEqual([{ document_id: id }]);
  });

  it('rejects another diver’s document and a professional the document does not name', async () => {
    const before = await storedAffiliations();
    const { id } = await storeRecord(guest.id, 'clear');
    const others = await storeRecord(400_001, 'clear');
    expect(codeOf(await affiliate(others.id, 20_001))).toEqual(['dsd.unknown_document', 'documentId']);
    expect(codeOf(await affiliate(crypto.randomUUID(), 20_001))[0]).toBe('dsd.unknown_document');
    expect(codeOf(await affiliate(id, null))[0]).toBe('dsd.nobody_named');
    expect(codeOf(await affiliate(id, 20_002))).toEqual(['dsd.unknown_store', 'storeNumber']);
    expect(codeOf(await affiliate(id, 20_001, 100_001))).toEqual(['dsd.unknown_member', 'memberNumber']);
    expect(codeOf(await affiliate('x', 20_001))).toEqual(['request.invalid', 'documentId']);
    expect(await storedAffiliations()).toEqual(before);
  });
});
