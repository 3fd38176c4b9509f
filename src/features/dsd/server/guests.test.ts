import { beforeEach, describe, expect, it } from 'vitest';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { createDsdFixture } from '#test/support/api/dsd-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import type { Guest } from '#features/dsd/shared/contract.ts';

const { portal, services, rows, checkpointOf, setCheckpoint, storeRecord, runCompletionHandler } =
  await createDsdFixture();
const guest = { id: 400_002, email: 'student@demo.test' };
const store = { id: 400_007, email: 'store@demo.test' };
const instructor = { id: 400_005, email: 'instructor@demo.test' };

const list = async (email: string) =>
  (await portal.request(email, 'GET', '/api/dsd/Guests')).json<{ items: Guest[] }>().items;
const process = (email: string, id: number) => portal.request(email, 'POST', `/api/dsd/Guests/${id}/process`);
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;
const noticesOf = (id: number, kind: string) =>
  rows<{ url: string; values: unknown }>('select url, values from notification where affiliate_id = $1 and kind = $2', [
    id,
    kind,
  ]);

beforeEach(async () => {
  for (const table of ['dsd_checkpoint', 'elearning_preparation', 'notification'])
    await rows(`delete from ${table} where affiliate_id = $1`, [guest.id]);
  await rows("delete from notification where kind like 'dsd.%'");
  await rows("update person set birthdate = '1999-02-14' where affiliate_id = $1", [guest.id]);
  // Earlier forms must not require a physician.
  await rows('update form_record set valid_until = current_date - 1 where affiliate_id = $1', [guest.id]);
});

describe('dsdFormHooks', () => {
  it('completes the checkpoint, notifies the store and starts the e-learning when no physician is needed', async () => {
    await setCheckpoint(guest.id, 'forms');
    const forms = await storeRecord(guest.id, 'clear');
    await runCompletionHandler('signed', forms);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed', document_id: forms.id });
    expect(await noticesOf(store.id, 'dsd.guest_ready')).toEqual([
      { url: '/training/forms-applications?tab=guests', values: { diver: 'Jonas Weber' } },
    ]);
    const elearning = (await portal.request(guest.email, 'GET', '/api/learning/v2/elearning')).json();
    expect(elearning).toMatchObject({ state: 'preparing', storeNumber: 20_001 });
    expect(await rows('select * from dsd_affiliation where document_id = $1', [forms.id])).toHaveLength(1);
    const [entry] = await rows('select * from audit_entry order by seq desc limit 1');
    expect(entry).toMatchObject({ action: 'dsd.completed', actor_affiliate_id: null });
  });

  it('keeps the checkpoint at forms-submitted until a physician approves', async () => {
    await setCheckpoint(guest.id, 'forms');
    const forms = await storeRecord(guest.id, 'physician');
    await runCompletionHandler('signed', forms);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted', document_id: forms.id });
    expect(await noticesOf(store.id, 'dsd.guest_ready')).toEqual([]);
    await runCompletionHandler('decided', { ...forms, medicalStatus: 'refused' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted' });
    await runCompletionHandler('decided', { ...forms, medicalStatus: 'approved' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed' });
    expect(await noticesOf(store.id, 'dsd.guest_ready')).toHaveLength(1);
  });

  it('applies the forms signed last, until the dive was made', async () => {
    await setCheckpoint(guest.id, 'forms');
    const first = await storeRecord(guest.id, 'clear');
    await runCompletionHandler('signed', first);
    const second = await storeRecord(guest.id, 'physician');
    await runCompletionHandler('signed', second);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted', document_id: second.id });
    await runCompletionHandler('decided', { ...first, medicalStatus: 'approved' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms-submitted' });
    await setCheckpoint(guest.id, 'processed', 20_001, 3);
    const before = await checkpointOf(guest.id);
    await runCompletionHandler('signed', await storeRecord(guest.id, 'physician'));
    expect(await checkpointOf(guest.id)).toEqual(before);
  });

  it('sends the store one mail about a guest who may dive', async () => {
    await setCheckpoint(guest.id, 'forms');
    await rows('delete from mail_outbox');
    const forms = createFormsFixture(portal);
    await forms.submit('student', { packet: 'dsd', storeNumber: 20_001 });
    expect(await rows('select subject from mail_outbox where to_address = $1', [store.email])).toEqual([
      { subject: 'Jonas Weber is ready for Discover Scuba Diving' },
    ]);
  });

  it('locks no chain while it waits for the checkpoint lock', async () => {
    await setCheckpoint(guest.id, 'completed');
    const forms = createFormsFixture(portal);
    const id = await forms.begin('student', { packet: 'dsd', storeNumber: 20_001 });
    await forms.answerAll('student', id);
    const { pool } = services.database;
    const other = await holdLocks(pool, 'select from dsd_checkpoint where affiliate_id = $1 for update', [guest.id]);
    const signing = forms.sign('student', id);
    await waitForLockWaits(pool);
    await other.query('select from chain_head for update nowait');
    await other.rollback();
    expect((await signing).status).toBe(200);
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed', document_id: id });
  });

  it('ignores forms for another store or without a checkpoint', async () => {
    await runCompletionHandler('signed', await storeRecord(guest.id, 'clear'));
    expect(await checkpointOf(guest.id)).toBeUndefined();
    await setCheckpoint(guest.id, 'forms', 20_002);
    await runCompletionHandler('signed', await storeRecord(guest.id, 'clear', 20_001));
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'forms', document_id: null });
  });
});

describe('GET Guests', () => {
  it('lists the guests of the store or professional they named, ready ones first', async () => {
    const forms = await storeRecord(guest.id, 'physician');
    await setCheckpoint(guest.id, 'forms');
    await runCompletionHandler('signed', forms);
    const guests = await list(store.email);
    expect(guests.map(({ name, status, medicalStatus }) => [name, status, medicalStatus])).toEqual([
      ['Mateo Ruiz', 'completed', null],
      ['Jonas Weber', 'forms-submitted', 'physician'],
      ['Noor Haddad', 'forms', null],
    ]);
    expect(guests[1]).toMatchObject({ affiliateId: guest.id, documentId: forms.id, age: expect.any(Number) });
    expect((await list(instructor.email)).map(({ name }) => name)).not.toContain('Jonas Weber');
    expect(await list(instructor.email)).toHaveLength(2);
  });

  it('pages through more guests than one request returns, with totals', async () => {
    const before = await portal.request(store.email, 'GET', '/api/dsd/Guests?limit=1');
    const known = before.json<{ total: number; open: number }>();
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name)
       select 930000 + n, gen_random_uuid(), 'guest-' || n || '@demo.test', 'Guest', n::text from generate_series(1, 600) n`,
    );
    await rows(
      `insert into dsd_checkpoint (affiliate_id, status, store_number, updated_at)
       select 930000 + n, case when n % 2 = 0 then 'forms' else 'completed' end, 20001, now() from generate_series(1, 600) n`,
    );
    const ids = new Set<number>();
    for (let offset = 0; offset < known.total + 600; offset += 500) {
      const page = (await portal.request(store.email, 'GET', `/api/dsd/Guests?offset=${offset}`)).json<{
        total: number;
        open: number;
        items: Guest[];
      }>();
      expect(page).toMatchObject({ total: known.total + 600, open: known.open + 300 });
      for (const { affiliateId } of page.items) ids.add(affiliateId);
    }
    expect(ids.size).toBe(known.total + 600);
    expect((await portal.request(store.email, 'GET', '/api/dsd/Guests?limit=501')).statusCode).toBe(400);
    await rows('delete from dsd_checkpoint where affiliate_id > 930000');
  });

  it('leaves out guests who only followed a link and those who dived long ago', async () => {
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

describe('POST Guests/{affiliateId}/process', () => {
  it('marks the checkpoint as processed and notifies the guest about their promotions', async () => {
    await setCheckpoint(guest.id, 'completed', 20_001, 4);
    const answer = await process(store.email, guest.id);
    expect(answer.json()).toMatchObject({ affiliateId: guest.id, status: 'processed' });
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'processed', processed_by: store.id });
    expect(await noticesOf(guest.id, 'dsd.processed')).toEqual([
      { url: '/training/my-promos', values: { by: 'Kelder Bay Diving' } },
    ]);
    const promotions = await portal.request(guest.email, 'GET', '/api/shop/promotions');
    expect(promotions.statusCode).toBe(200);
    const [entry] = await rows('select * from audit_entry order by seq desc limit 1');
    expect(entry).toMatchObject({ action: 'dsd.process', actor_affiliate_id: store.id });
  });

  it('notifies the guest once when two professionals send it at the same time', async () => {
    await setCheckpoint(guest.id, 'completed');
    await rows('update dsd_checkpoint set member_number = 100001 where affiliate_id = $1', [guest.id]);
    const answers = await Promise.all([process(store.email, guest.id), process(instructor.email, guest.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await noticesOf(guest.id, 'dsd.processed')).toHaveLength(1);
  });

  it.each(['forms', 'forms-submitted'])('returns 409 while the guest is at %s', async (status) => {
    await setCheckpoint(guest.id, status);
    const answer = await process(store.email, guest.id);
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'dsd.not_ready']);
    expect(await checkpointOf(guest.id)).toMatchObject({ status, processed_by: null });
  });

  it('rejects a guest under ten', async () => {
    await setCheckpoint(guest.id, 'completed');
    await rows("update person set birthdate = now() - interval '9 years' where affiliate_id = $1", [guest.id]);
    expect(codeOf(await process(store.email, guest.id))).toBe('dsd.too_young');
    expect(await checkpointOf(guest.id)).toMatchObject({ status: 'completed' });
  });

  it('returns 404 for another store’s guest and for an unknown one', async () => {
    await setCheckpoint(guest.id, 'completed', 20_002);
    expect((await process(store.email, guest.id)).statusCode).toBe(404);
    expect((await process(instructor.email, guest.id)).statusCode).toBe(404);
    expect((await process(store.email, 999)).statusCode).toBe(404);
    await setCheckpoint(guest.id, 'affiliation');
    expect((await process(store.email, guest.id)).statusCode).toBe(404);
    expect(codeOf(await process(store.email, 0))).toBe('request.invalid');
  });
});
