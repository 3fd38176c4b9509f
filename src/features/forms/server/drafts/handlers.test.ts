import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Draft, DraftSummary } from '#features/forms/shared/contract.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, begin, readDraft, change, answerAll, rows, sign } = forms;

beforeEach(async () => {
  await rows('delete from form_draft');
  await rows("update person set birthdate = '2014-03-09' where affiliate_id = $1", [demoAffiliateIds.minor]);
  await rows("update person set birthdate = '1987-05-21' where affiliate_id = $1", [demoAffiliateIds.diver]);
});

const draftRow = async (id: string) =>
  (
    await rows<{ state: string; revision: number; sealed_answers: string }>('select * from form_draft where id = $1', [
      id,
    ])
  )[0];

describe('POST Drafts', () => {
  it('locks no chain while it waits for a draft that is being signed', async () => {
    const replaces = await forms.submit('diver');
    const open = await begin('diver');
    const { pool } = portal.services.database;
    const signing = await holdLocks(pool, 'select from form_draft where id = $1 for update', [open]);
    const correcting = call('diver', 'POST', 'Drafts', { packet: 'medical', replaces });
    await waitForLockWaits(pool);
    await signing.query('select from chain_head for update nowait');
    await signing.rollback();
    expect((await correcting).status).toBe(200);
  });

  it('uses the region in which the forms are signed', async () => {
    const regionOf = async (...[person, started]: Parameters<typeof begin>) =>
      (await readDraft(person, await begin(person, started))).region;
    expect(await regionOf('diver', { packet: 'dsd', storeNumber })).toBe('EU');
    expect(await regionOf('candidate', { packet: 'dsd' })).toBe('US');
    expect(await regionOf('candidate', { packet: 'course', memberNumber })).toBe('EU');
    expect(await regionOf('student')).toBe('EU');
  });

  it('returns the forms in order with the names filled in', async () => {
    const draft = await readDraft('diver', await begin('diver', { packet: 'dsd', storeNumber, memberNumber }));
    expect(draft.forms.map(({ id }) => id)).toEqual([
      'medical',
      'risk-statement',
      'not-an-agent',
      'safe-practices',
      'dsd-statement',
    ]);
    expect(JSON.stringify(draft.forms)).toContain('Kelder Bay Diving');
    expect(draft).toMatchObject({
      isOwn: true,
      packet: 'dsd',
      name: 'Discover Scuba Diving forms',
      storeName: 'Kelder Bay Diving',
      memberName: 'Tomás Reyes',
      state: 'filling',
      waitsFor: 'you',
      isMinor: false,
      canFill: true,
      revision: 0,
      replaces: null,
      hasNewVersion: false,
      readers: ['Maren Lindqvist', 'Kelder Bay Diving', 'Tomás Reyes'],
      signers: [expect.objectContaining({ role: 'diver', isYou: true, signedDate: null })],
    } satisfies Partial<Draft>);
  });

  it('resumes the open draft, also for concurrent requests', async () => {
    const ids = await Promise.all([begin('diver'), begin('diver'), begin('diver')]);
    expect(new Set(ids).size).toBe(1);
    expect(await begin('diver')).toBe(ids[0]);
    expect(await begin('diver', { packet: 'course' })).not.toBe(ids[0]);
  });

  it('keeps the answers and drops the signatures when another store is named', async () => {
    const id = await begin('minor', { packet: 'dsd' });
    await answerAll('minor', id);
    expect((await sign('minor', id)).status).toBe(200);
    expect(await begin('minor', { packet: 'dsd' })).toBe(id);
    expect((await readDraft('minor', id)).state).toBe('signing');
    expect(await begin('minor', { packet: 'dsd', storeNumber })).toBe(id);
    const draft = await readDraft('minor', id);
    expect(draft).toMatchObject({ state: 'filling', storeNumber, storeName: 'Kelder Bay Diving' });
    expect(draft.signers.map(({ signedDate }) => signedDate)).toEqual([null, null]);
    expect(draft.answers['medical.q4']).toBe('no');
  });

  it('lets a guardian start a child’s forms', async () => {
    const id = await begin('guardian', { affiliateId: demoAffiliateIds.minor });
    const draft = await readDraft('guardian', id);
    expect(draft).toMatchObject({
      isOwn: false,
      isMinor: true,
      affiliateId: demoAffiliateIds.minor,
      diverName: 'Ida Okafor',
    });
    expect(draft.signers).toMatchObject([
      { role: 'diver', name: 'Ida Okafor', isYou: false },
      { role: 'guardian', name: 'Adaeze Okafor', isYou: true },
    ]);
    expect((await readDraft('minor', id)).signers).toMatchObject([
      { isYou: true },
      { isYou: false, name: 'Adaeze Okafor' },
    ]);
  });

  it.each([
    ['of another person', 'diver', { affiliateId: demoAffiliateIds.student }, 404, 'not_found'],
    ['of another person, by staff', 'staff', { affiliateId: demoAffiliateIds.student }, 404, 'not_found'],
    ['for an unknown store', 'diver', { storeNumber: 99 }, 422, 'forms.unknown_store storeNumber'],
    ['for an unknown professional', 'diver', { memberNumber: 99 }, 422, 'forms.unknown_member memberNumber'],
    ['that correct an unknown record', 'diver', { replaces: randomUUID() }, 404, 'not_found'],
    ['of a company without a birthdate', 'store', {}, 422, 'forms.birthdate_missing'],
    ['of an unknown packet', 'diver', { packet: 'tax' }, 400, 'request.invalid packet'],
    ['for an invalid number', 'diver', { storeNumber: -1 }, 400, 'request.invalid storeNumber'],
  ] as const)('rejects forms %s', async (_what, person, start, status, error) => {
    const answer = await call(person, 'POST', 'Drafts', { packet: 'dsd', ...start });
    expect([answer.status, ...answer.errors]).toEqual([status, error]);
    expect(await rows('select 1 from form_draft')).toEqual([]);
  });

  it('rejects a child who is too young', async () => {
    const nine = new Date(Date.now() - 9.9 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, nine]);
    const answer = await call('minor', 'POST', 'Drafts', { packet: 'dsd' });
    expect([answer.status, ...answer.errors]).toEqual([422, 'forms.too_young']);
    expect((await call('minor', 'POST', 'Drafts', { packet: 'medical' })).status).toBe(200);
  });
});

describe('PUT Drafts/{id}', () => {
  it('saves answers per question and merges those of two devices', async () => {
    const id = await begin('diver');
    const first = await change('diver', id, { 'medical.q1': 'yes' });
    expect(first.body).toMatchObject({ revision: 1, answers: { 'medical.q1': 'yes', 'medical.q2': 'no' } });
    await change('diver', id, { 'medical.q4': 'no' });
    expect((await readDraft('diver', id)).answers).toEqual({
      'medical.q1': 'yes',
      'medical.q2': 'no',
      'medical.q4': 'no',
    });
    await change('diver', id, { 'medical.q4': null });
    expect((await readDraft('diver', id)).answers).toEqual({ 'medical.q1': 'yes', 'medical.q2': 'no' });
    expect((await draftRow(id))?.sealed_answers).not.toContain('medical');
  });

  it('does not change the revision when the same answers are sent again', async () => {
    const id = await begin('diver');
    await change('diver', id, { 'medical.q1': 'yes' });
    expect((await change('diver', id, { 'medical.q1': 'yes' })).body.revision).toBe(1);
  });

  it('drops the answers in a box that a no closes', async () => {
    const id = await begin('diver');
    await change('diver', id, { 'medical.q1': 'yes', 'medical.a1': 'yes' });
    const closed = await change('diver', id, { 'medical.q1': 'no' });
    expect(closed.body.answers).toEqual({ 'medical.q1': 'no', 'medical.q2': 'no' });
    const opened = await change('diver', id, { 'medical.q1': 'yes' });
    expect(opened.body.answers).not.toHaveProperty('medical.a1');
  });

  it.each([
    ['to a question that is not open', { 'medical.a1': 'yes' }, ['forms.hidden_question medical.a1']],
    [
      'to a question that the same change closes',
      { 'medical.q1': 'no', 'medical.a1': 'yes' },
      ['forms.hidden_question medical.a1'],
    ],
    ['to a question answered by the birthdate', { 'medical.q2': 'no' }, ['forms.hidden_question medical.q2']],
    ['to an unknown question', { 'medical.q99': 'yes' }, ['forms.unknown_question medical.q99']],
    ['to a question of another form', { 'tax.q1': 'yes' }, ['forms.unknown_question tax.q1']],
    ['with an invalid value', { 'medical.q1': 'maybe' }, ['forms.wrong_answer medical.q1']],
    [
      'with two errors',
      { 'medical.q1': 'perhaps', 'medical.q4': 'no', 'medical.b1': 'yes' },
      ['forms.wrong_answer medical.q1', 'forms.hidden_question medical.b1'],
    ],
  ])('rejects answers %s and stores nothing', async (_what, changes, errors) => {
    const id = await begin('diver');
    const before = await draftRow(id);
    const answer = await change('diver', id, changes as Record<string, string>);
    expect([answer.status, ...answer.errors]).toEqual([422, ...errors]);
    expect(await draftRow(id)).toEqual(before);
  });

  it('returns 400 for a malformed body', async () => {
    const id = await begin('diver');
    expect((await change('diver', id, { 'medical.q1': 7 as never })).errors).toEqual([
      'request.invalid changes.medical.q1',
    ]);
    expect((await call('diver', 'PUT', `Drafts/${id}`, {})).errors).toEqual(['request.invalid changes']);
  });

  it('derives answers about age from the birthdate', async () => {
    await rows("update person set birthdate = '1950-01-01' where affiliate_id = $1", [demoAffiliateIds.diver]);
    const id = await begin('diver');
    const draft = await readDraft('diver', id);
    expect(draft.answers).toEqual({ 'medical.q2': 'yes' });
    expect((await change('diver', id, { 'medical.b1': 'no' })).status).toBe(200);
  });

  it('updates the counts and the next actor of the list', async () => {
    const id = await begin('minor');
    await change('minor', id, { 'medical.q1': 'no' });
    const [own] = (await call<DraftSummary[]>('minor', 'GET', 'Drafts')).body;
    expect(own).toMatchObject({ id, answered: 2, questions: 10, waitsFor: 'you', isOwn: true });
    const [childs] = (await call<DraftSummary[]>('guardian', 'GET', 'Drafts')).body;
    expect(childs).toMatchObject({ id, waitsFor: 'diver', isOwn: false, diverName: 'Ida Okafor' });
    await answerAll('minor', id);
    await sign('minor', id);
    expect((await call<DraftSummary[]>('guardian', 'GET', 'Drafts')).body).toMatchObject([{ waitsFor: 'you' }]);
    expect((await call<DraftSummary[]>('minor', 'GET', 'Drafts')).body).toMatchObject([{ waitsFor: 'guardian' }]);
    expect((await call<DraftSummary[]>('staff', 'GET', 'Drafts')).body).toEqual([]);
  });
});

describe('draft access', () => {
  const others = ['student', 'instructor', 'store', 'staff'] as const;

  it.each(others)('returns 404 to %s', async (person) => {
    const id = await begin('minor', { storeNumber, memberNumber });
    for (const [method, path, payload] of [
      ['GET', `Drafts/${id}`, undefined],
      ['PUT', `Drafts/${id}`, { changes: {} }],
      ['POST', `Drafts/${id}/reopen`, undefined],
      ['POST', `Drafts/${id}/ask-guardian`, {}],
      ['DELETE', `Drafts/${id}`, undefined],
      ['POST', `Drafts/${id}/restore`, undefined],
    ] as const)
      expect([method, path, (await call(person, method, path, payload)).status]).toEqual([method, path, 404]);
  });

  it('audits a guardian’s readings once an hour, but not the child’s', async () => {
    const readings = () =>
      rows<{ actor: number; data: unknown }>(
        `select actor_affiliate_id::int as actor, data from audit_entry
         where action = 'forms.read' and data ->> 'draft' = $1`,
        [id],
      );
    const id = await begin('minor');
    await change('minor', id, { 'medical.q4': 'yes' });
    await readDraft('minor', id);
    expect(await readings()).toEqual([]);
    // The response to a change contains all answers, so it counts as a reading.
    await change('guardian', id, {});
    const noted = { actor: demoAffiliateIds.guardian, data: { draft: id, relation: 'guardian', what: 'answers' } };
    expect(await readings()).toEqual([noted]);
    await readDraft('guardian', id);
    await change('guardian', id, { 'medical.q1': 'no' });
    expect(await readings()).toEqual([noted]);
    await rows("update audit_entry set at = at - interval '61 minutes' where data ->> 'draft' = $1", [id]);
    await readDraft('guardian', id);
    expect(await readings()).toEqual([noted, noted]);
  });

  it('ends when a guardian is removed', async () => {
    const id = await begin('minor');
    expect((await call('guardian', 'GET', `Drafts/${id}`)).status).toBe(200);
    await rows('delete from guardian_link where affiliate_id = $1', [demoAffiliateIds.minor]);
    expect((await call('guardian', 'GET', `Drafts/${id}`)).status).toBe(404);
    expect((await change('guardian', id, { 'medical.q1': 'no' })).status).toBe(404);
    expect((await call<DraftSummary[]>('guardian', 'GET', 'Drafts')).body).toEqual([]);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
  });

  it('ends for the guardian when the diver comes of age', async () => {
    const id = await begin('minor');
    await rows("update person set birthdate = current_date - interval '18 years' where affiliate_id = $1", [
      demoAffiliateIds.minor,
    ]);
    expect((await call('guardian', 'GET', `Drafts/${id}`)).status).toBe(404);
    expect((await call('minor', 'GET', `Drafts/${id}`)).status).toBe(200);
  });

  it('restores a deleted draft within a day', async () => {
    const id = await begin('diver');
    await change('diver', id, { 'medical.q4': 'yes' });
    expect((await call('diver', 'DELETE', `Drafts/${id}`)).status).toBe(200);
    expect((await call('diver', 'GET', `Drafts/${id}`)).status).toBe(404);
    expect((await call<DraftSummary[]>('diver', 'GET', 'Drafts')).body).toEqual([]);
    expect((await call('diver', 'POST', `Drafts/${id}/restore`)).status).toBe(200);
    expect((await call('diver', 'POST', `Drafts/${id}/restore`)).status).toBe(200);
    expect((await readDraft('diver', id)).answers['medical.q4']).toBe('yes');
    await call('diver', 'DELETE', `Drafts/${id}`);
    await rows("update form_draft set deleted_at = now() - interval '25 hours'");
    expect((await call('diver', 'POST', `Drafts/${id}/restore`)).status).toBe(404);
  });

  it('returns 409 when another draft was started before the restore', async () => {
    const id = await begin('diver');
    await call('diver', 'DELETE', `Drafts/${id}`);
    const next = await begin('diver');
    expect(next).not.toBe(id);
    const answer = await call('diver', 'POST', `Drafts/${id}/restore`);
    expect([answer.status, ...answer.errors]).toEqual([409, 'forms.begun_again']);
  });

  it('notifies the guardians at most once an hour', async () => {
    const id = await begin('minor');
    await rows("delete from notification where kind like 'forms.%'");
    expect((await call('minor', 'POST', `Drafts/${id}/ask-guardian`, {})).status).toBe(200);
    expect((await call('minor', 'POST', `Drafts/${id}/ask-guardian`, {})).status).toBe(200);
    expect(await forms.notices('guardian')).toEqual([
      {
        kind: 'forms.guardian_wanted',
        url: `/training/medical-form?id=${id}&for=${demoAffiliateIds.minor}`,
        message: 'Ida Okafor’s medical questionnaire needs a guardian’s signature.',
      },
    ]);
  });

  it('invites a new guardian by email', async () => {
    const id = await begin('minor');
    // A minor who has a guardian can't invite another.
    const response = await call('minor', 'POST', `Drafts/${id}/ask-guardian`, { email: 'new@parents.test' });
    expect(response.errors).toEqual(['family.invite_by_guardian']);
    const answer = await call('guardian', 'POST', `Drafts/${id}/ask-guardian`, { email: 'new@parents.test' });
    expect(answer.status).toBe(200);
    expect(await rows('select email, draft_id from guardian_invite')).toEqual([
      { email: 'new@parents.test', draft_id: id },
    ]);
    expect(await rows("select 1 from mail_outbox where to_address = 'new@parents.test'")).toHaveLength(1);
    const wrong = await call('minor', 'POST', `Drafts/${id}/ask-guardian`, { email: 'nobody' });
    expect(wrong.errors).toEqual(['request.invalid email']);
  });

  it('shows the invited address to the child until the invitation is no longer open', async () => {
    await rows('delete from guardian_invite');
    await rows('delete from guardian_link where affiliate_id = $1', [demoAffiliateIds.minor]);
    await rows('update person set first_guardian_at = null where affiliate_id = $1', [demoAffiliateIds.minor]);
    const id = await begin('minor');
    await answerAll('minor', id);
    const shown = async () => {
      const { invitedGuardian, waitsFor } = await readDraft('minor', id);
      const listed = (await call<DraftSummary[]>('minor', 'GET', 'Drafts')).body.map((draft) => draft.waitsFor);
      return [invitedGuardian, waitsFor, ...listed];
    };
    await sign('minor', id);
    expect(await shown()).toEqual([null, 'guardian_unknown', 'guardian_unknown']);
    await call('minor', 'POST', `Drafts/${id}/ask-guardian`, { email: 'first@parents.test' });
    await call('minor', 'POST', `Drafts/${id}/ask-guardian`, { email: 'Second@Parents.test' });
    expect(await shown()).toEqual(['Second@Parents.test', 'guardian', 'guardian']);
    await call('minor', 'POST', `Drafts/${id}/ask-guardian`, { email: 'first@parents.test' });
    expect(await shown()).toEqual(['first@parents.test', 'guardian', 'guardian']);
    for (const person of ['diver', 'instructor', 'staff'] as const)
      expect((await call(person, 'GET', `Drafts/${id}`)).status).toBe(404);
    await rows('update guardian_invite set expires_at = now()');
    expect(await shown()).toEqual([null, 'guardian_unknown', 'guardian_unknown']);
    await rows('delete from guardian_invite');
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
  });

  it('rejects a reminder for an adult, and one without a linked guardian', async () => {
    const own = await begin('diver');
    expect((await call('diver', 'POST', `Drafts/${own}/ask-guardian`, {})).errors).toEqual(['forms.not_a_signer']);
    const id = await begin('minor');
    await rows('delete from guardian_link where affiliate_id = $1', [demoAffiliateIds.minor]);
    const answer = await call('minor', 'POST', `Drafts/${id}/ask-guardian`, {});
    expect([answer.status, ...answer.errors]).toEqual([400, 'request.invalid email']);
    expect((await readDraft('minor', id)).signers[1]).toMatchObject({ role: 'guardian', name: null });
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
  });
});

describe('new version of a form', () => {
  it('is shown while no one has signed, and keeps the answers that fit', async () => {
    const id = await begin('diver', { packet: 'course' });
    await change('diver', id, { 'medical.q4': 'yes' });
    await rows(`update form_draft set versions = versions - 'safe-practices' where id = $1`, [id]);
    const draft = await readDraft('diver', id);
    expect(draft).toMatchObject({ hasNewVersion: true, revision: 2 });
    expect(draft.forms.map((form) => form.id)).toContain('safe-practices');
    expect(draft.answers['medical.q4']).toBe('yes');
    expect((await readDraft('diver', id)).hasNewVersion).toBe(false);
  });
});
