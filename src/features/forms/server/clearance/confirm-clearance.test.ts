import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPhysicianFixture } from '#test/support/api/physician-testing.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';
import { findPhysicianDecision } from '#features/forms/server/records/record-lookup.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';

const { services, request, rows, drawn, signMedical, linkOf, confirm, statusOf, noticesOf } =
  await createPhysicianFixture();
const [diver, student, minor, guardian, instructor, store, staff] = [
  'diver@demo.test',
  'student@demo.test',
  'minor@demo.test',
  'guardian@demo.test',
  'instructor@demo.test',
  'store@demo.test',
  'staff@demo.test',
] as const;
const codeOf = (response: { json(): unknown }) => (response.json() as { errors: { code: string }[] }).errors[0]?.code;
const details = { name: 'Dr. Amaya Sol', clinic: 'Harbor Practice', license: 'MP 0471', phone: '+27 21 555 01 42' };

/** Signs a questionnaire and submits a physician's decision by link. */
async function respond(email: string, signing: Parameters<typeof signMedical>[1] = {}, decision = 'approved') {
  const id = await signMedical(email, signing);
  const token = await linkOf(email, id);
  const answer = { locale: 'en-US', decision, ...details, isAcknowledged: true, method: 'drawn', strokes: drawn };
  const answered = await request(null, 'POST', `/api/forms/Physician/${token}`, {
    ...answer,
    remarks: 'Asthma, mild.',
  });
  if (answered.statusCode !== 200) throw new Error(answered.body);
  return id;
}
const confirmationsOf = (recordId: string) =>
  rows<{ outcome: string }>('select outcome from form_confirmation where record_id = $1', [recordId]);
const open = async (person: string, id: string) =>
  (await request(person, 'GET', `/api/forms/Search/document/${id}`)).json<FormRecord & { formData: FormRecordData }>();
const queue = async () =>
  (await request(staff, 'GET', '/api/forms/Pages/waiting')).json<{ items: WaitingPage[] }>().items;

const findDecision = () => findPhysicianDecision.first(services.database.db, { affiliateId: 400_001 });

beforeEach(() => rows('delete from guardian_link where affiliate_id in (400001, 400002)'));

describe('physician’s clearance by link', () => {
  it('counts once the store named on the form confirms it, and notifies the diver', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    expect(await findDecision()).toBeUndefined();
    const opened = await open(store, id);
    expect(opened).toMatchObject({ status: 'Medical Required', isConfirmationPending: true });
    expect(opened.formData.evaluations).toMatchObject([
      { physician: details.name, clinic: details.clinic, license: details.license, phone: details.phone },
    ]);
    expect(opened.formData.evaluations[0]?.confirmation).toEqual({ state: 'pending', reason: null, decidedDate: null });
    const before = await noticesOf(400_001, 'forms.approved');
    expect((await confirm(id, store)).json()).toEqual({ medicalStatus: 'approved' });
    expect(await statusOf(id)).toBe('approved');
    expect(await noticesOf(400_001, 'forms.approved')).toBe(before + 1);
    expect(await findDecision()).toMatchObject({ isApproved: true });
    expect(await open(diver, id)).toMatchObject({ status: 'Completed', isConfirmationPending: false });
    const [entry] = await rows(
      "select from audit_entry where action = 'forms.clearance_confirmed' and data ->> 'documentId' = $1",
      [id],
    );
    expect(entry).toBeDefined();
  });

  it('counts immediately when it is a refusal', async () => {
    const id = await respond('candidate@demo.test', { storeNumber: 20_001 }, 'refused');
    expect(await statusOf(id)).toBe('refused');
    expect(codeOf(await confirm(id, store))).toBe('forms.nothing_to_confirm');
  });

  it('does not block a diver whose answers need no physician', async () => {
    const id = await respond(diver, { storeNumber: 20_001, yes: [] });
    expect(await statusOf(id)).toBe('clear');
    const found = await request(store, 'GET', '/api/forms/Search/Member?show=review');
    expect(found.json<{ items: FormRecord[] }>().items.map((item) => item.id)).toContain(id);
    await confirm(id, store, { outcome: 'declined', reason: 'The practice does not know you.' });
    expect(await statusOf(id)).toBe('clear');
  });

  it('needs no confirmation when it was stored before confirmations existed', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    await rows('update form_evaluation set needs_confirmation = false where record_id = $1', [id]);
    expect(await findDecision()).toMatchObject({ isApproved: true });
    expect((await open(store, id)).formData.evaluations[0]?.confirmation).toBeNull();
    await rows('update form_evaluation set needs_confirmation = true where record_id = $1', [id]);
  });
});

describe('declining a clearance', () => {
  it('sends the reason to the diver, who can ask again', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const before = await noticesOf(400_001, 'forms.clearance_declined');
    const reason = 'The practice has no physician of that name.';
    expect((await confirm(id, store, { outcome: 'declined', reason })).json()).toEqual({ medicalStatus: 'physician' });
    expect(await noticesOf(400_001, 'forms.clearance_declined')).toBe(before + 1);
    const { formData, status } = await open(diver, id);
    expect(status).toBe('Medical Required');
    expect(formData.evaluations[0]?.confirmation).toMatchObject({ state: 'declined', reason });
    expect(await linkOf(diver, id)).not.toBe('');
  });

  it('requires a reason', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const answer = await confirm(id, store, { outcome: 'declined', reason: ' ' });
    expect(answer.json()).toMatchObject({ errors: [{ code: 'request.invalid', path: 'reason' }] });
    expect(await confirmationsOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('review');
  });
});

describe('confirmClearance permissions', () => {
  it('allow only those named on the form and staff', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    for (const [person, status] of [
      [null, 401],
      [diver, 403],
      [student, 403],
      [instructor, 404],
    ] as const)
      expect([person, (await confirm(id, person as string)).statusCode]).toEqual([person, status]);
    expect(await confirmationsOf(id)).toEqual([]);
    expect((await confirm(id, staff)).statusCode).toBe(200);
  });

  it('reject the diver, whatever their role', async () => {
    const id = await signMedical(instructor);
    await rows('update form_record set member_number = 100001 where id = $1', [id]);
    const token = await linkOf(instructor, id);
    const answer = {
      locale: 'en-US',
      decision: 'approved',
      ...details,
      isAcknowledged: true,
      method: 'drawn',
      strokes: drawn,
    };
    await request(null, 'POST', `/api/forms/Physician/${token}`, answer);
    expect((await confirm(id, instructor)).statusCode).toBe(404);
    expect((await queue()).map(({ recordId }) => recordId)).toContain(id);
  });

  it('reject a guardian, a child and a sibling', async () => {
    const id = await respond(minor, { guardian });
    await rows('update form_record set member_number = 100001 where id = $1', [id]);
    // A sibling is another child of the same guardian.
    await rows('insert into guardian_link (affiliate_id, guardian_id) values (400005, 400004)');
    expect(codeOf(await confirm(id, instructor))).toBe('forms.own_family');
    // Everyone named on the form is family, so the desk confirms.
    expect((await queue()).map(({ recordId }) => recordId)).toContain(id);
    // The other guardian of the instructor's own child is family as well.
    await rows('update guardian_link set affiliate_id = 400003, guardian_id = 400005 where affiliate_id = 400005');
    expect((await confirm(id, instructor)).statusCode).toBe(404);
    await rows('delete from guardian_link where 400005 in (affiliate_id, guardian_id)');
    // A former guardian of a child who came of age.
    await rows('insert into former_guardian (affiliate_id, guardian_id) values (400003, 400005)');
    expect(codeOf(await confirm(id, instructor))).toBe('forms.own_family');
    await rows('delete from former_guardian');
    expect((await confirm(id, instructor)).statusCode).toBe(200);
  });

  it('reject a former guardian', async () => {
    const id = await respond(minor, { guardian });
    await rows('insert into guardian_link (affiliate_id, guardian_id) values (400003, 400008)');
    expect((await confirm(id, staff)).statusCode).toBe(404);
    const left = await request(staff, 'DELETE', '/api/family/Children/400003/guardians/400008');
    expect(left.statusCode).toBe(200);
    expect(codeOf(await confirm(id, staff))).toBe('forms.own_family');
    expect(await statusOf(id)).toBe('review');
    expect(await confirmationsOf(id)).toEqual([]);
    await rows('delete from former_guardian');
  });

  it('reject staff who are family of the diver', async () => {
    const id = await respond(diver);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values (400001, 400008)');
    expect(codeOf(await confirm(id, staff))).toBe('forms.own_family');
    expect(await statusOf(id)).toBe('review');
  });
});

describe('the desk queue', () => {
  it('lists forms that no one else can confirm, and hides the answers', async () => {
    const id = await respond(diver);
    const found = (await queue()).find(({ recordId }) => recordId === id);
    expect(found).toMatchObject({ kind: 'link', affiliateId: 400_001 });
    const { formData } = await open(staff, id);
    expect(formData).toMatchObject({ answers: {}, forms: [], blobs: [] });
    expect(formData.evaluations).toMatchObject([{ license: details.license, phone: details.phone, remarks: null }]);
    const [reading] = await rows('select what from form_reading where record_id = $1 order by read_at desc', [id]);
    expect(reading).toEqual({ what: 'evaluation' });
    await confirm(id, staff);
    expect((await queue()).map(({ recordId }) => recordId)).not.toContain(id);
    expect((await open(staff, id)).formData.evaluations).toEqual([]);
  });

  it('notifies staff only when the form names no one who can confirm', async () => {
    const kind = 'forms.clearance_to_confirm';
    const counts = async () => [await noticesOf(400_007, kind), await noticesOf(400_008, kind)];
    const [ofStore = 0, ofStaff = 0] = await counts();
    const unnamed = await respond(diver);
    expect(await counts()).toEqual([ofStore, ofStaff + 1]);
    const [notice] = await rows<{ url: string }>(
      'select url from notification where affiliate_id = 400008 and kind = $1 order by timestamp desc limit 1',
      [kind],
    );
    expect(notice?.url).toBe(`/desk/pages?open=${unnamed}`);
    await respond(diver, { storeNumber: 20_001 });
    expect(await counts()).toEqual([ofStore + 1, ofStaff + 1]);
    // Staff of the diver's family are not asked to confirm.
    await rows('insert into guardian_link (affiliate_id, guardian_id) values (400001, 400008)');
    await respond(diver);
    expect(await counts()).toEqual([ofStore + 1, ofStaff + 1]);
  });

  it('lists forms that those named have not confirmed for three days', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const isQueued = async () => (await queue()).some(({ recordId }) => recordId === id);
    expect(await isQueued()).toBe(false);
    await rows("update form_record set medical_changed_at = now() - interval '4 days' where id = $1", [id]);
    expect(await isQueued()).toBe(true);
  });
});

describe('GET Search/Member?show=review', () => {
  const listed = async (person: string) => {
    const found = await request(person, 'GET', '/api/forms/Search/Member?show=review');
    return found.json<{ total: number; items: FormRecord[] }>();
  };

  it('lists the clearances that name the professional or store', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const { total, items } = await listed(store);
    expect(items.map((item) => item.id)).toContain(id);
    expect((await listed(instructor)).items.map((item) => item.id)).not.toContain(id);
    await confirm(id, store);
    expect((await listed(store)).total).toBe(total - 1);
  });

  it('leaves out expired and replaced forms and those of family members', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const isListed = async () => (await listed(store)).items.some((item) => item.id === id);
    const [{ until } = { until: '' }] = await rows<{ until: string }>(
      'select valid_until::text as until from form_record where id = $1',
      [id],
    );
    await rows("update form_record set valid_until = '2020-01-01' where id = $1", [id]);
    expect(await isListed()).toBe(false);
    await rows('update form_record set valid_until = $2 where id = $1', [id, until]);
    expect(await isListed()).toBe(true);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values (400001, 400007)');
    expect(await isListed()).toBe(false);
    await rows('delete from guardian_link where guardian_id = 400007');
    const next = await signMedical(diver, { storeNumber: 20_001 });
    await rows('update form_record set replaces = $2 where id = $1', [next, id]);
    expect(await isListed()).toBe(false);
  });
});

describe('POST Records/{id}/confirmation', () => {
  it('stores one confirmation when several are sent at the same time', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const answers = await Promise.all([
      confirm(id, store),
      confirm(id, store),
      confirm(id, staff, { outcome: 'declined', reason: 'No.' }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(await confirmationsOf(id)).toHaveLength(1);
    const [{ outcome } = { outcome: '' }] = await confirmationsOf(id);
    const [sender, other] = outcome === 'confirmed' ? [store, staff] : [staff, store];
    expect((await confirm(id, sender, { outcome, reason: 'No.' })).statusCode).toBe(200);
    expect(codeOf(await confirm(id, other, { outcome, reason: 'No.' }))).toBe('forms.already_confirmed');
  });

  it('rejects a confirmation of an outdated evaluation', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    expect(codeOf(await confirm(id, store, { evaluationId: randomUUID() }))).toBe('forms.clearance_changed');
    expect((await confirm(randomUUID(), store)).statusCode).toBe(404);
  });

  it('lets verifyForms detect a forged confirmation', async () => {
    const id = await respond(diver, { storeNumber: 20_001 });
    const problems = async () => {
      const found: string[] = [];
      await verifyForms(services, (problem) => found.push(problem));
      return found.filter((problem) => problem.includes(id));
    };
    expect(await problems()).toEqual([]);
    await rows("update form_record set medical_status = 'approved' where id = $1", [id]);
    expect(await problems()).toHaveLength(1);
    await rows("update form_record set medical_status = 'review' where id = $1", [id]);
    await rows('update form_evaluation set needs_confirmation = false where record_id = $1', [id]);
    expect((await problems()).length).toBeGreaterThan(0);
    await rows('update form_evaluation set needs_confirmation = true where record_id = $1', [id]);
    await confirm(id, store);
    expect(await problems()).toEqual([]);
    await rows('update form_confirmation set decided_by = 400008 where record_id = $1', [id]);
    expect(await problems()).toHaveLength(1);
  });
});
