import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { FormRecordData, FormRecord, Reading } from '#features/forms/shared/contract.ts';

interface Listed {
  total: number;
  items: FormRecord[];
}

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, rows, submit, document, record } = forms;

const named = await submit('diver', { packet: 'dsd', storeNumber }, { 'medical.q10': 'yes' });
const unnamed = await submit('diver', { packet: 'medical' });
// This form is set to what it would be had it been signed first.
await rows("update form_record set medical_status = 'clear', cleared_at = signed_at where id = $1", [unnamed]);
const taught = await submit('student', { packet: 'course', memberNumber });
const child = await forms.begin('minor', { packet: 'dsd', storeNumber });
await forms.answerAll('minor', child);
await forms.sign('minor', child);
await forms.sign('guardian', child);
await document(named);

const list = async (person: DemoPersonName, path: string) => (await call<Listed>(person, 'GET', path)).body;
const blobOf = async (id: string) =>
  (await rows<{ id: string }>('select id from form_blob where record_id = $1', [id]))[0]?.id ?? '';
const fetchBlob = async (person: DemoPersonName | null, id: string) =>
  portal.request(person === null ? null : `${person}@demo.test`, 'GET', `/api/forms/Search/blob/${id}`);

describe('GET Search/Diver', () => {
  it('lists the diver’s forms newest first, without answers', async () => {
    const { total, items } = await list('diver', 'Search/Diver');
    expect(total).toBe(2);
    expect(items.map(({ id }) => id)).toEqual([unnamed, named]);
    expect(items[1]).toMatchObject({
      affiliateId: demoAffiliateIds.diver,
      diverName: 'Maren Lindqvist',
      statusId: 2,
      status: 'Medical Required',
      name: 'Discover Scuba Diving forms',
      url: `/training/forms-applications/${named}`,
      downloadUrl: `/api/forms/Search/blob/${await blobOf(named)}`,
      blobIds: [await blobOf(named)],
      medicalRequired: true,
      medicalStatus: 'physician',
      storeName: 'Kelder Bay Diving',
      storeNumber,
      memberName: null,
      memberNumber: null,
      formData: null,
      isJson: true,
      isValid: true,
      isRemoved: false,
    });
    expect(items[0]).toMatchObject({ statusId: 1, status: 'Completed', downloadUrl: null, blobIds: [] });
    expect(await list('diver', 'Search/Diver?page=2')).toEqual({ total: 2, items: [] });
  });

  it('is allowed for a minor’s guardian and staff, and returns 404 to others', async () => {
    const path = `Search/Diver?affiliateId=${demoAffiliateIds.minor}`;
    for (const person of ['minor', 'guardian', 'staff'] as const)
      expect((await list(person, path)).items.map(({ id }) => id)).toEqual([child]);
    for (const person of ['diver', 'store', 'instructor'] as const)
      expect((await call(person, 'GET', path)).status).toBe(404);
    expect((await call(null, 'GET', path)).status).toBe(401);
    expect((await call('diver', 'GET', 'Search/Diver?page=0')).errors).toEqual(['request.invalid page']);
  });
});

describe('GET Search/Member', () => {
  it('lists the forms that name the store or professional', async () => {
    expect((await list('store', 'Search/Member')).items.map(({ id }) => id)).toEqual([child, named]);
    expect((await list('instructor', 'Search/Member')).items.map(({ id }) => id)).toEqual([taught]);
    for (const { formData } of (await list('store', 'Search/Member')).items) expect(formData).toBeNull();
  });

  it('searches by name and filters by status', async () => {
    const find = async (query: string) =>
      (await list('store', `Search/Member?${query}`)).items.map(({ diverName }) => diverName);
    expect(await find('search=okaf')).toEqual(['Ida Okafor']);
    expect(await find('search=IDA%20OK')).toEqual(['Ida Okafor']);
    await rows("update person set language = 'hu-HU' where affiliate_id = $1", [demoAffiliateIds.minor]);
    for (const typed of ['ida%20ok', 'okafor%20ida']) expect(await find(`search=${typed}`)).toEqual(['Okafor Ida']);
    await rows("update person set language = 'en-US' where affiliate_id = $1", [demoAffiliateIds.minor]);
    expect(await find('search=%25')).toEqual([]);
    expect(await find('search=nobody')).toEqual([]);
    expect(await find('show=medical_required')).toEqual(['Maren Lindqvist']);
    expect(await find('show=review')).toEqual([]);
    expect((await call('store', 'GET', 'Search/Member?show=some')).errors).toEqual(['request.invalid show']);
  });

  it('returns pages of 50 with the total', async () => {
    const [row] = await rows<Record<string, unknown>>('select * from form_record where id = $1', [named]);
    await rows(
      `insert into form_record select (jsonb_populate_record(null::form_record,
         to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'store_number', 77))).*
       from form_record r, generate_series(1, 60) where r.id = $1`,
      [row?.['id']],
    );
    await rows('update person set store_number = 77 where affiliate_id = $1', [demoAffiliateIds.store]);
    const first = await list('store', 'Search/Member');
    const second = await list('store', 'Search/Member?page=2');
    expect([first.total, first.items.length, second.items.length]).toEqual([60, 50, 10]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60);
    await rows('update person set store_number = $2 where affiliate_id = $1', [demoAffiliateIds.store, storeNumber]);
    await rows('delete from form_record where store_number = 77');
  });

  it('returns 403 to divers and nothing to an inactive professional', async () => {
    for (const person of ['diver', 'minor', 'staff'] as const)
      expect((await call(person, 'GET', 'Search/Member')).status).toBe(403);
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [demoAffiliateIds.instructor]);
    expect(await list('instructor', 'Search/Member')).toEqual({ total: 0, items: [] });
    expect((await call('instructor', 'GET', `Search/document/${taught}`)).status).toBe(404);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [demoAffiliateIds.instructor]);
  });
});

describe('GET Search/document/{id}', () => {
  it('returns everything to the diver and the store it names', async () => {
    for (const person of ['diver', 'store'] as const) {
      const { formData } = await record(person, named);
      const { answers, signers, forms: shown, blobs } = formData as FormRecordData;
      expect(answers['medical.q10']).toBe('yes');
      expect(signers).toMatchObject([{ role: 'diver', name: 'Maren Lindqvist', isYou: person === 'diver' }]);
      expect(shown[0]?.id).toBe('medical');
      expect(blobs).toMatchObject([{ kind: 'document' }]);
    }
    expect((await record('guardian', child)).formData).not.toBeNull();
  });

  it('returns the status to staff, but no answers', async () => {
    const { formData, medicalStatus } = await record('staff', named);
    expect(medicalStatus).toBe('physician');
    expect(formData).toEqual({
      forms: [],
      answers: {},
      signers: [],
      correctionOf: null,
      evaluations: [],
      physicianLink: null,
      blobs: [],
    });
    expect((await fetchBlob('staff', await blobOf(named))).statusCode).toBe(404);
  });

  it.each([
    [named, ['student', 'instructor', 'guardian', 'minor', 'candidate']],
    [unnamed, ['store', 'instructor', 'student']],
    [child, ['diver', 'instructor']],
  ] as const)('returns 404 to anyone else', async (id, others) => {
    for (const person of others) {
      expect((await call(person, 'GET', `Search/document/${id}`)).status).toBe(404);
      expect((await call(person, 'GET', `Records/${id}/readings`)).status).toBe(404);
    }
    expect((await call(null, 'GET', `Search/document/${id}`)).status).toBe(401);
  });

  it('returns 404 for an unknown form or file', async () => {
    expect((await call('diver', 'GET', `Search/document/${randomUUID()}`)).status).toBe(404);
    expect((await call('diver', 'GET', `Search/blob/${randomUUID()}`)).status).toBe(404);
    expect((await call('diver', 'GET', 'Search/blob/7')).errors).toEqual(['request.invalid id']);
  });

  it('serves the PDF to those who may read the form', async () => {
    const blob = await blobOf(named);
    for (const person of ['diver', 'store'] as const) {
      const answer = await fetchBlob(person, blob);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(answer.headers['cache-control']).toContain('no-store');
    }
    for (const person of ['student', 'instructor', 'guardian'] as const)
      expect((await fetchBlob(person, blob)).statusCode).toBe(404);
    expect((await fetchBlob(null, blob)).statusCode).toBe(401);
  });

  it('returns 404 to a guardian once they are removed', async () => {
    await rows('delete from guardian_link where affiliate_id = $1', [demoAffiliateIds.minor]);
    expect((await call('guardian', 'GET', `Search/document/${child}`)).status).toBe(404);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
    expect((await call('guardian', 'GET', `Search/document/${child}`)).status).toBe(200);
  });
});

describe('GET Records/{id}/readings', () => {
  it('lists each reading with the reader’s name and relation, for the diver only', async () => {
    await rows('delete from form_reading');
    const before = (await rows('select 1 from audit_entry')).length;
    await record('store', named);
    await fetchBlob('store', await blobOf(named));
    await record('diver', named);
    const { body } = await call<Reading[]>('diver', 'GET', `Records/${named}/readings`);
    expect(body.map(({ name, relation, what }) => [name, relation, what])).toEqual([
      ['Maren Lindqvist', 'self', 'answers'],
      ['Kelder Bay Diving', 'store', 'document'],
      ['Kelder Bay Diving', 'store', 'answers'],
    ]);
    expect(await rows('select 1 from audit_entry')).toHaveLength(before + 3);
    expect((await call('store', 'GET', `Records/${named}/readings`)).status).toBe(404);
    expect((await call('staff', 'GET', `Records/${named}/readings`)).status).toBe(404);
    expect((await call('guardian', 'GET', `Records/${child}/readings`)).status).toBe(200);
  });

  it('does not count lists as readings', async () => {
    await rows('delete from form_reading');
    await list('diver', 'Search/Diver');
    await list('store', 'Search/Member');
    expect(await rows('select 1 from form_reading')).toEqual([]);
  });
});
