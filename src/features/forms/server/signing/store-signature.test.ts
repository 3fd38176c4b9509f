import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawnStrokes, createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';

const portal = await testPortal();
const { services } = portal;
const forms = createFormsFixture(portal);
const { begin, readDraft, change, answerAll, rows, sign, post, contentOf } = forms;

const { ready, records, signatures } = forms.signing();

it('stores the text that each signer was shown, even if it changes in between', async () => {
  const id = await begin('minor', { packet: 'dsd', storeNumber });
  await answerAll('minor', id);
  await sign('minor', id);
  const [store] = await rows<{ given_name: string }>('select given_name from person where affiliate_id = $1', [
    demoAffiliateIds.store,
  ]);
  await rows("update person set given_name = 'Renamed Reef' where affiliate_id = $1", [demoAffiliateIds.store]);
  expect((await sign('guardian', id)).status).toBe(200);
  await rows('update person set given_name = $2 where affiliate_id = $1', [demoAffiliateIds.store, store?.given_name]);
  const { shown, signers } = await contentOf(id);
  expect(signers.map(({ role }) => role)).toEqual(['diver', 'guardian']);
  expect(shown.map((entry) => JSON.stringify(entry).includes('Renamed Reef'))).toEqual([false, true]);
});

describe('storeSignature for an adult', () => {
  it('submits the forms with one signature', async () => {
    const id = await begin('diver', { packet: 'dsd', storeNumber, memberNumber });
    await answerAll('diver', id);
    const answer = await sign('diver', id);
    expect(answer).toMatchObject({ status: 200, body: { documentId: id, state: 'submitted', medicalStatus: 'clear' } });
    expect(await rows('select 1 from form_draft where id = $1', [id])).toEqual([]);
    const [entry] = await rows('select kind, of_id from form_entry where record_id = $1', [id]);
    expect(entry).toEqual({ kind: 'signed', of_id: id });
    expect(await rows('select data from pgboss.job where name = $1', ['forms.document'])).toContainEqual({
      data: { recordId: id },
    });
    expect((await forms.notices('diver')).map(({ kind }) => kind)).toEqual(['forms.signed']);
    expect((await forms.notices('store')).map(({ kind }) => kind)).toEqual(['forms.received']);
    expect((await forms.notices('instructor')).map(({ kind }) => kind)).toEqual(['forms.received']);
    expect(await findAuditProblems(services)).toEqual([]);
  });

  it('stores the complete content', async () => {
    const id = await begin('diver', { packet: 'dsd', storeNumber });
    await answerAll('diver', id, { 'medical.q10': 'yes' });
    expect((await sign('diver', id)).body.medicalStatus).toBe('physician');
    expect((await forms.notices('diver')).map(({ kind }) => kind)).toEqual(['forms.physician_needed']);
    const content = await contentOf(id);
    expect(content).toMatchObject({
      id,
      packet: 'dsd',
      region: 'EU',
      diver: { affiliateId: demoAffiliateIds.diver, name: 'Maren Lindqvist', birthdate: '1987-05-21', isMinor: false },
      store: { number: storeNumber, name: 'Kelder Bay Diving' },
      member: null,
      answers: { 'medical.q10': 'yes', 'medical.q4': 'no', 'medical.q2': 'no' },
      medicalStatus: 'physician',
      signers: [
        {
          affiliateId: demoAffiliateIds.diver,
          role: 'diver',
          name: 'Maren Lindqvist',
          method: 'drawn',
          strokes: JSON.parse(drawnStrokes),
          ip: '127.0.0.1',
          userAgent: 'a browser of a test',
          acknowledged: ['medical', 'risk-statement', 'not-an-agent', 'safe-practices', 'dsd-statement'],
        },
      ],
    });
    expect(content.shown.map(({ locale }) => locale)).toEqual(['en-US']);
    expect(content.governing).toHaveLength(5);
    const [row] = await rows<{ valid_until: string; keep_until: string; signed_at: Date }>(
      'select valid_until, keep_until, signed_at from form_record where id = $1',
      [id],
    );
    expect(row).toMatchObject({ valid_until: content.validUntil, keep_until: content.keepUntil });
    expect(row?.signed_at.toISOString()).toBe(content.signedAt);
  });

  it('stores the text in the language that was read', async () => {
    const id = await ready('diver');
    const { locale } = await readDraft('diver', id);
    expect(locale).toBe('en-US');
    await sign('diver', id, { locale: 'de-DE' });
    const { signers, shown, governing } = await contentOf(id);
    expect([signers[0]?.locale, shown[0]?.locale, shown[0]?.forms[0]?.locale]).toEqual(['de-DE', 'de-DE', 'de-DE']);
    expect(shown[0]?.forms[0]?.form.title).not.toBe(governing[0]?.title);
    expect(await rows('select locale from form_record where id = $1', [id])).toEqual([{ locale: 'de-DE' }]);
  });

  it('accepts the typed name as written in the profile', async () => {
    const id = await ready('diver');
    const wrong = await sign('diver', id, { method: 'typed', typedName: 'Maren Lind', strokes: undefined });
    expect([wrong.status, ...wrong.errors]).toEqual([422, 'forms.name_differs typedName']);
    const right = await sign('diver', id, { method: 'typed', typedName: 'maren lindqvist', strokes: undefined });
    expect(right.body.state).toBe('submitted');
  });

  it('accepts the family name first and stores the name in its own order', async () => {
    const rename = (given: string, family: string) =>
      rows('update person set given_name = $2, family_name = $3 where affiliate_id = $1', [
        demoAffiliateIds.diver,
        given,
        family,
      ]);
    await rename('太郎', '山田');
    const id = await ready('diver');
    const { body } = await sign('diver', id, { method: 'typed', typedName: '山田 太郎', strokes: undefined });
    await rename('Maren', 'Lindqvist');
    expect(body.state).toBe('submitted');
    expect((await contentOf(id)).signers).toMatchObject([{ name: '山田太郎', typedName: '山田 太郎' }]);
  });

  it('returns the same result for a repeated signature and 409 for another one', async () => {
    const id = await ready('diver');
    const key = randomUUID();
    const { revision } = await readDraft('diver', id);
    const fields = {
      kind: 'signature',
      documentId: id,
      key,
      revision,
      locale: 'en-US',
      acknowledged: 'medical',
      method: 'drawn',
      strokes: drawnStrokes,
    };
    const first = await post('diver', fields);
    expect(await post('diver', fields)).toEqual(first);
    const other = await post('diver', { ...fields, key: randomUUID() });
    expect([other.status, ...other.errors]).toEqual([409, 'forms.already_submitted']);
    expect((await post('student', fields)).status).toBe(404);
    expect((await records()).filter((record) => record.id === id)).toHaveLength(1);
  });

  it('signs once when several requests arrive at the same time', async () => {
    const id = await ready('diver');
    const answers = await Promise.all([sign('diver', id), sign('diver', id), sign('diver', id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('storeSignature validation', () => {
  it.each([
    ['that is one dot', { strokes: '[[100,100]]' }, 422, 'forms.signature_too_small strokes'],
    ['without strokes', { strokes: undefined }, 422, 'forms.signature_too_small strokes'],
    ['with invalid JSON', { strokes: '[[' }, 400, 'request.invalid strokes'],
    ['outside the field', { strokes: '[[1000,1000,2000,2000]]' }, 400, 'request.invalid strokes'],
    ['without an acknowledgement', { acknowledged: '' }, 422, 'forms.not_acknowledged medical'],
    ['with the acknowledgement of another form', { acknowledged: 'tax' }, 422, 'forms.not_acknowledged medical'],
    ['with an empty typed name', { method: 'typed', strokes: undefined }, 422, 'forms.name_differs typedName'],
    ['of an outdated revision', { revision: 0 }, 409, 'forms.answers_changed'],
    ['without a locale', { locale: undefined }, 400, 'request.invalid locale'],
    ['with an unknown method', { method: 'stamped' }, 400, 'request.invalid method'],
    ['with an unknown field', { isAdmin: 'yes' }, 400, 'request.invalid isAdmin'],
  ])('rejects a signature %s and stores nothing', async (_what, changes, status, error) => {
    const before = (await records()).length;
    const id = await ready('diver');
    const answer = await sign('diver', id, changes);
    expect([answer.status, ...answer.errors]).toEqual([status, error]);
    expect(await signatures(id)).toEqual([]);
    expect(await records()).toHaveLength(before);
    expect((await readDraft('diver', id)).state).toBe('filling');
  });

  it('reports every open question without an answer', async () => {
    const id = await begin('diver');
    await change('diver', id, Object.fromEntries([1, 3, 4, 5, 6, 7, 8, 9].map((n) => [`medical.q${n}`, 'no'])));
    await change('diver', id, { 'medical.q9': 'yes' });
    const answer = await sign('diver', id);
    expect(answer.status).toBe(422);
    expect(answer.errors).toContain('forms.incomplete medical.q10');
    expect(answer.errors).toContain('forms.incomplete medical.g1');
    expect(answer.errors).not.toContain('forms.incomplete medical.a1');
  });

  it('rejects a file', async () => {
    const id = await ready('diver');
    const fields = {
      kind: 'signature',
      documentId: id,
      key: randomUUID(),
      revision: 1,
      locale: 'en-US',
      acknowledged: 'medical',
      method: 'drawn',
    };
    expect((await post('diver', fields, Buffer.from('x'))).errors).toEqual(['request.invalid file']);
  });

  it('rejects staff and everyone else', async () => {
    const id = await ready('diver');
    const fields = {
      kind: 'signature',
      documentId: id,
      key: randomUUID(),
      revision: 1,
      locale: 'en-US',
      acknowledged: 'medical',
      method: 'drawn',
      strokes: drawnStrokes,
    };
    const staff = await post('staff', fields);
    expect([staff.status, ...staff.errors]).toEqual([403, 'forms.not_a_signer']);
    for (const person of ['student', 'store', 'instructor', 'guardian'] as const)
      expect((await post(person, fields)).status).toBe(404);
    expect((await post(null, fields)).status).toBe(401);
  });

  it('returns 409 for forms with a newer version, which must be read again', async () => {
    const id = await ready('minor');
    await sign('minor', id);
    await rows(`update form_draft set versions = '{"medical": 1, "safe-practices": 1}' where id = $1`, [id]);
    const late = await sign('guardian', id, { acknowledged: 'medical,safe-practices' });
    expect([late.status, ...late.errors]).toEqual([409, 'forms.version_changed']);
    const draft = await readDraft('guardian', id);
    expect(draft).toMatchObject({ state: 'filling', hasNewVersion: false });
    expect(draft.forms.map((form) => form.id)).toEqual(['medical']);
    expect(draft.answers['medical.q4']).toBe('no');
    expect(await signatures(id)).toEqual([]);
  });
});

describe('changed birthdate', () => {
  it('returns 409 once, drops the signatures and refreshes the draft', async () => {
    const id = await ready('minor');
    await sign('minor', id);
    await rows("update person set birthdate = '2013-03-09' where affiliate_id = $1", [demoAffiliateIds.minor]);
    const answer = await sign('guardian', id);
    expect([answer.status, ...answer.errors]).toEqual([409, 'forms.age_changed']);
    expect(await readDraft('guardian', id)).toMatchObject({ state: 'filling', birthdate: '2013-03-09' });
    expect(await signatures(id)).toEqual([]);
    expect((await sign('guardian', id)).body.state).toBe('signing');
  });

  it('rejects a child of nine', async () => {
    const id = await begin('minor', { packet: 'dsd' });
    await answerAll('minor', id);
    await sign('minor', id);
    const nine = new Date(Date.now() - 9.5 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, nine]);
    expect((await sign('guardian', id)).errors).toEqual(['forms.too_young']);
    expect(await signatures(id)).toEqual([]);
    expect((await sign('guardian', id)).errors).toEqual(['forms.too_young']);
    expect((await records()).some((record) => record.id === id)).toBe(false);
  });

  it('rejects a diver without a birthdate', async () => {
    const id = await ready('diver');
    await rows('update person set birthdate = null where affiliate_id = $1', [demoAffiliateIds.diver]);
    expect((await sign('diver', id)).errors).toEqual(['forms.birthdate_missing']);
  });

  it('lets a diver who came of age sign again as an adult', async () => {
    const id = await ready('minor');
    await sign('minor', id);
    await rows("update person set birthdate = current_date - interval '18 years' where affiliate_id = $1", [
      demoAffiliateIds.minor,
    ]);
    await rows("update form_draft set birthdate = current_date - interval '18 years' where id = $1", [id]);
    const draft = await readDraft('minor', id);
    expect(draft).toMatchObject({ state: 'filling', isMinor: false, waitsFor: 'you' });
    expect(draft.signers).toMatchObject([{ role: 'diver', signedDate: null }]);
    expect((await sign('minor', id)).body.state).toBe('submitted');
  });
});
