import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDsdFixture } from '#test/support/api/dsd-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import type { Guest } from '#features/dsd/shared/contract.ts';

const { portal, services, rows, checkpointOf, setCheckpoint, storeRecord, tell } = await createDsdFixture();
const guest = { id: 400_002, email: 'student@demo.test' };
const store = { id: 400_007, email: 'store@demo.test' };
const instructor = { id: 400_005, email: 'instructor@demo.test' };

const list = async (email: string) => (await portal.request(email, 'GET', '/api/dsd/Guests')).json<Guest[]>();
const process = (email: string, id: number) => portal.request(email, 'POST', `/api/dsd/Guests/${id}/process`);
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;
const told = (id: number, kind: string) =>
  rows<{ url: string; values: unknown }>('select url, values from notification where affiliate_id = $1 and kind = $2', [
    id,
    kind,
  ]);

beforeEach(async () => {
  for (const table of ['dsd_checkpoint', 'elearning_preparation', 'notification'])
    await rows(`delete from ${table} where affiliate_id = $1`, [guest.id]);
  await rows("delete from notification where kind like 'dsd.%'");
  await rows("update person set birthdate = '1999-02-14' where affiliate_id = $1", [guest.id]);
});

describe('signed forms', () => {
  it('complete the checkpoint where nobody has to be seen: store told, e-learning begun', async () => {
    await setCheckpoint(guest.id, 'forms');
    const forms = await storeRecord(guest.id, 'clear');
    await tell('signed', forms);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed', document_id: forms.id });
    expect(await told(store.id, 'dsd.guest_ready')).toEqual([
      { url: '/training/forms-applications?tab=guests', values: { diver: 'Jonas Weber' } },
    ]);
    const elearning = (await portal.request(guest.email, 'GET', '/api/learning/v2/elearning')).json();
    expect(elearning).toMatchObject({ state: 'preparing', storeNumber: 20_001 });
    expect(await rows('select * from dsd_affiliation where document_id = $1', [forms.id])).toHaveLength(1);
    const [entry] = await rows('select * from audit_entry order by seq desc limit 1');
    expect(entry).toMatchObject({ action: 'dsd.completed', actor_affiliate_id: null });
  });

  it('wait for a physician, who completes it or does not', async () => {
    await setCheckpoint(guest.id, 'forms');
    const forms = await storeRecord(guest.id, 'physician');
    await tell('signed', forms);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted', document_id: forms.id });
    expect(await told(store.id, 'dsd.guest_ready')).toEqual([]);
    await tell('decided', { ...forms, medicalStatus: 'refused' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted' });
    await tell('decided', { ...forms, medicalStatus: 'approved' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed' });
    expect(await told(store.id, 'dsd.guest_ready')).toHaveLength(1);
  });

  it('count as they were signed last, as long as nobody has dived', async () => {
    await setCheckpoint(guest.id, 'forms');
    const first = await storeRecord(guest.id, 'clear');
    await tell('signed', first);
    const second = await storeRecord(guest.id, 'physician');
    await tell('signed', second);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted', document_id: second.id });
    await tell('decided', { ...first, medicalStatus: 'approved' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted' });
    await setCheckpoint(guest.id, 'processed', 20_001, 3);
    const before = await checkpointOf(guest.id);
    await tell('signed', await storeRecord(guest.id, 'physician'));
    expect(await checkpointOf(guest.id)).toEqual(before);
  });

  it('wait for whoever changes the checkpoint with nothing in hand that those need', async () => {
    await setCheckpoint(guest.id, 'completed');
    // No earlier form asks for a physician.
    await rows('update form_record set valid_until = current_date - 1 where affiliate_id = $1', [guest.id]);
    const forms = createFormsFixture(portal);
    const id = await forms.begin('student', { packet: 'dsd', storeNumber: 20_001 });
    await forms.answerAll('student', id);
    const other = await services.database.pool.connect();
    await other.query('begin');
    await other.query('select from dsd_checkpoint where affiliate_id = $1 for update', [guest.id]);
    const signing = forms.sign('student', id);
    await vi.waitFor(async () => expect(await rows('select from pg_locks where not granted')).not.toEqual([]), 5_000);
    await other.query('select from audit_head for update nowait');
    await other.query('select from form_head for update nowait');
    await other.query('rollback');
    other.release();
    expect((await signing).status).toBe(200);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed', document_id: id });
  });

  it('for another store, or before the programme began, change nothing', async () => {
    await tell('signed', await storeRecord(guest.id, 'clear'));
    expect(await checkpointOf(guest.id)).toBeUndefined();
    await setCheckpoint(guest.id, 'forms', 20_002);
    await tell('signed', await storeRecord(guest.id, 'clear', 20_001));
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms', document_id: null });
  });
});

describe('the list of guests', () => {
  it('shows a store and a professional who has named them, ready ones first', async () => {
    const forms = await storeRecord(guest.id, 'physician');
    await setCheckpoint(guest.id, 'forms');
    await tell('signed', forms);
    const guests = await list(store.email);
    expect(guests.map(({ name, status, medicalStatus }) => [name, status, medicalStatus])).toEqual([
      ['Mateo Ruiz', 'completed', null],
      ['Jonas Weber', 'forms-submitted', 'physician'],
      ['Noor Haddad', 'forms', null],
      ['Adaeze Okafor', 'processed', null],
    ]);
    expect(guests[1]).toMatchObject({ affiliateId: guest.id, documentId: forms.id, age: expect.any(Number) });
    expect((await list(instructor.email)).map(({ name }) => name)).not.toContain('Jonas Weber');
    expect(await list(instructor.email)).toHaveLength(3);
  });

  it('leaves out who has only followed a link, and who dived long ago', async () => {
    for (const [status, days] of [
      ['welcome', 0],
      ['affiliation', 0],
      ['processed', 31],
      ['forms', 400],
    ] as const) {
      await setCheckpoint(guest.id, status, 20_001, days);
      expect((await list(store.email)).map(({ affiliateId }) => affiliateId)).not.toContain(guest.id);
    }
  });
});

describe('a dive that was made', () => {
  it('is said by the store, and the guest is told where their promotions are', async () => {
    await setCheckpoint(guest.id, 'completed', 20_001, 4);
    const answer = await process(store.email, guest.id);
    expect(answer.json()).toMatchObject({ affiliateId: guest.id, status: 'processed' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'processed', processed_by: store.id });
    expect(await told(guest.id, 'dsd.processed')).toEqual([
      { url: '/training/my-promos', values: { by: 'Kelder Bay Diving' } },
    ]);
    const promotions = await portal.request(guest.email, 'GET', '/api/shop/promotions');
    expect(promotions.statusCode).toBe(200);
    const [entry] = await rows('select * from audit_entry order by seq desc limit 1');
    expect(entry).toMatchObject({ action: 'dsd.process', actor_affiliate_id: store.id });
  });

  it('is said once, also by two at the same moment', async () => {
    await setCheckpoint(guest.id, 'completed');
    await rows('update dsd_checkpoint set member_number = 100001 where affiliate_id = $1', [guest.id]);
    const answers = await Promise.all([process(store.email, guest.id), process(instructor.email, guest.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await told(guest.id, 'dsd.processed')).toHaveLength(1);
  });

  it.each(['forms', 'forms-submitted'])('cannot be said while the guest is at %s', async (status) => {
    await setCheckpoint(guest.id, status);
    const answer = await process(store.email, guest.id);
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'dsd.not_ready']);
    expect(await checkpointOf(guest.id)).toMatchObject({ status, processed_by: null });
  });

  it('is not for somebody under ten on the day', async () => {
    await setCheckpoint(guest.id, 'completed');
    await rows("update person set birthdate = now() - interval '9 years' where affiliate_id = $1", [guest.id]);
    expect(codeOf(await process(store.email, guest.id))).toBe('dsd.too_young');
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed' });
  });

  it('of somebody else’s guest, or of nobody, is not found', async () => {
    await setCheckpoint(guest.id, 'completed', 20_002);
    expect((await process(store.email, guest.id)).statusCode).toBe(404);
    expect((await process(instructor.email, guest.id)).statusCode).toBe(404);
    expect((await process(store.email, 999)).statusCode).toBe(404);
    await setCheckpoint(guest.id, 'affiliation');
    expect((await process(store.email, guest.id)).statusCode).toBe(404);
    expect(codeOf(await process(store.email, 0))).toBe('request.invalid');
  });
});
