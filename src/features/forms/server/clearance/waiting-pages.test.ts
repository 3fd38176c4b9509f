import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPhysicianFixture } from '#test/support/api/physician-testing.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';

const { request, rows, signMedical, sendPage } = await createPhysicianFixture();
const [diver, student, minor, guardian, staff] = ['diver', 'student', 'minor', 'guardian', 'staff'].map(
  (name) => `${name}@demo.test`,
) as [string, string, string, string, string];
const file = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer();
const list = async () =>
  (await request(staff, 'GET', '/api/forms/Pages/waiting')).json<{ items: WaitingPage[] }>().items;
const namesOf = async () => (await list()).map(({ fullName }) => fullName);
let first = '';

beforeAll(async () => {
  await rows("delete from audit_entry where action = 'page.queue_read'");
  await rows("update form_record set medical_status = 'none' where medical_status = 'review'");
  first = await signMedical(diver);
  const named = await signMedical(student, { storeNumber: 20_001 });
  const childs = await signMedical(minor, { guardian });
  for (const [email, id] of [
    [diver, first],
    [student, named],
    [minor, childs],
  ] as const)
    await sendPage(email, id, file);
  await signMedical(guardian);
});

describe('GET Pages/waiting', () => {
  it('is allowed for staff only', async () => {
    for (const [email, status] of [
      [null, 401],
      [diver, 403],
      ['instructor@demo.test', 403],
      ['store@demo.test', 403],
    ] as const)
      expect((await request(email, 'GET', '/api/forms/Pages/waiting')).statusCode).toBe(status);
  });

  it('lists pages oldest first, without forms that name someone and forms without a page', async () => {
    const listed = await list();
    expect(listed).toMatchObject([
      { fullName: 'Maren Lindqvist', isMinor: false, recordId: first },
      { fullName: 'Ida Okafor', isMinor: true },
    ]);
    expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(
      ['affiliateId', 'fullName', 'isMinor', 'kind', 'recordId', 'signedDate', 'uploadedDate'].toSorted(),
    );
  });

  it('lets staff open the page but not the answers, and logs the reading', async () => {
    const opened = (await request(staff, 'GET', `/api/forms/Search/document/${first}`)).json();
    expect(opened.formData).toMatchObject({ answers: {}, forms: [], blobs: [{ kind: 'page' }] });
    const page = await request(staff, 'GET', `/api/forms/Search/blob/${opened.formData.blobs[0].id}`);
    expect(page.headers['content-type']).toBe('image/jpeg');
    expect((await request(diver, 'GET', `/api/forms/Records/${first}/readings`)).json()[0]).toMatchObject({
      relation: 'staff',
      what: 'page',
    });
  });

  it('leaves out forms that name someone, which staff can still decide on', async () => {
    const [named] = await rows<{ id: string; record: string }>(
      "select b.id, b.record_id as record from form_blob b where b.affiliate_id = 400002 and b.kind = 'page'",
    );
    const opened = (await request(staff, 'GET', `/api/forms/Search/document/${named?.record}`)).json();
    expect(opened).toMatchObject({ medicalStatus: 'review', formData: { answers: {}, blobs: [{ kind: 'page' }] } });
    expect((await request(staff, 'GET', `/api/forms/Search/blob/${named?.id}`)).statusCode).toBe(200);
    const review = { pageId: named?.id, decision: 'unclear', reason: 'It is cut off.' };
    const decided = await request(staff, 'POST', `/api/forms/Records/${named?.record}/review`, review);
    expect(decided.json()).toEqual({ medicalStatus: 'physician' });
    await rows("update form_record set medical_status = 'review' where id = $1", [named?.record]);
  });

  it('is audited once an hour for each listed diver', async () => {
    await list();
    await list();
    const entries = await rows<{ data: { affiliateIds: number[] } }>(
      "select data from audit_entry where action = 'page.queue_read'",
    );
    expect(entries.flatMap(({ data }) => data.affiliateIds).toSorted()).toEqual([400_001, 400_003]);
  });

  it('leaves out decided pages, erased divers and expired forms', async () => {
    const [blob] = await rows<{ id: string }>("select id from form_blob where record_id = $1 and kind = 'page'", [
      first,
    ]);
    const decided = await request(staff, 'POST', `/api/forms/Records/${first}/review`, {
      pageId: blob?.id,
      decision: 'approved',
      signedOn: new Date().toISOString().slice(0, 10),
    });
    expect(decided.statusCode).toBe(200);
    expect(await namesOf()).toEqual(['Ida Okafor']);
    const [child] = await rows<{ sub: string }>('select sub from person where affiliate_id = 400003');
    await rows("update person set sub = 'erased:x' where affiliate_id = 400003");
    expect(await namesOf()).toEqual([]);
    await rows('update person set sub = $1 where affiliate_id = 400003', [child?.sub]);
    expect(await namesOf()).toEqual(['Ida Okafor']);
    await rows("update form_record set valid_until = '2020-01-01' where affiliate_id = 400003");
    expect(await namesOf()).toEqual([]);
  });

  it('lists forms whose named store or professional is gone', async () => {
    const [shop] = await rows<{ sub: string }>('select sub from person where store_number = 20001');
    await rows("update person set sub = 'erased:y' where store_number = 20001");
    expect(await namesOf()).toEqual(['Jonas Weber']);
    await rows('update person set sub = $1 where store_number = 20001', [shop?.sub]);
    await rows('update form_record set store_number = null, member_number = 100001 where affiliate_id = 400002');
    expect(await namesOf()).toEqual([]);
    await rows("update person set member_status = 'Inactive' where member_number = 100001");
    expect(await namesOf()).toEqual(['Jonas Weber']);
    await rows("update person set member_status = 'Active' where member_number = 100001");
  });
});
