import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPhysicianFixture } from '#test/support/api/physician-testing.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { toPartKey } from '#features/forms/server/record-ciphers.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { affiliateType } from '#domain/roles.ts';
import type { FormRecordData as RecordData, FormRecord } from '#features/forms/shared/contract.ts';
import type { PhysicianPage } from '#features/forms/shared/physician-contract.ts';
import type { EvaluationContent } from '#features/forms/server/records/record-content.ts';

const { app, services, request, rows, drawn, signMedical, linkOf, tokenFor, confirm, statusOf, noticesOf } =
  await createPhysicianFixture();

const diver = 'diver@demo.test';
// The student is another child of the minor's guardian.
await rows('insert into guardian_link (affiliate_id, guardian_id) values (400002, 400004)');
const answer = {
  locale: 'en-US',
  decision: 'approved',
  name: 'Dr. Amaya Sol',
  clinic: 'Harbor Practice, Kelder Bay',
  license: 'ZA-MP 0471-22',
  phone: '+27 21 555 01 42',
  remarks: 'Fit to dive.',
  isAcknowledged: true,
  method: 'drawn',
  strokes: drawn,
};
const decide = (token: string, changes: object = {}) =>
  request(null, 'POST', `/api/forms/Physician/${token}`, { ...answer, ...changes });
const open = (token: string) => request(null, 'GET', `/api/forms/Physician/${token}`);
const codeOf = (response: { json(): unknown }) => (response.json() as { errors: { code: string }[] }).errors[0]?.code;
const evaluationsOf = (recordId: string) => rows('select * from form_evaluation where record_id = $1', [recordId]);

describe('physician link', () => {
  it('shows the diver and the answers that need a physician, and nothing else', async () => {
    const id = await signMedical(diver, { yes: ['medical.q3', 'medical.q1', 'medical.a2'] });
    const page = (await open(await linkOf(diver, id))).json<PhysicianPage>();
    expect(page).toMatchObject({ diverName: 'Maren Lindqvist', birthdate: '1987-05-21' });
    expect(page.concerns.map((concern) => [concern.id, concern.within])).toEqual([
      ['medical.q3', null],
      ['medical.a2', 'Lungs, breathing, heart and blood'],
    ]);
    expect(page.form.id).toBe('physician-evaluation');
    expect(JSON.stringify(page)).not.toContain('address');
  });

  it('is listed in the form’s readings when it is opened', async () => {
    const id = await signMedical(diver);
    await open(await linkOf(diver, id));
    const readings = (await request(diver, 'GET', `/api/forms/Records/${id}/readings`)).json<{ relation: string }[]>();
    expect(readings.map(({ relation }) => relation)).toContain('physician');
  });

  it('is mailed with the diver, activity and store, but without the answers', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    await linkOf(diver, id, 'practice@example.org');
    const [mail] = await rows<{ text: string }>(
      "select text from mail_outbox where to_address = 'practice@example.org' order by created_at desc limit 1",
    );
    expect(mail?.text).toMatch(/Dear Doctor[^]*Maren Lindqvist[^]*with Kelder Bay Diving[^]*\/physician\//);
    expect(mail?.text).not.toContain('exercise');
  });

  it('is not readable by the diver: not in responses, audit, notifications or stored rows', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    const sent = await request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, { email: 'dr@surgery.test' });
    expect(Object.keys(sent.json<object>()).toSorted()).toEqual(['expiresDate', 'sentDate', 'sentTo']);
    const token = await tokenFor('dr@surgery.test');
    expect(token).not.toBe('');
    const opened = await request(diver, 'GET', `/api/forms/Search/document/${id}`);
    expect(opened.json<{ formData: RecordData }>().formData.physicianLink).toMatchObject({ sentTo: 'dr@surgery.test' });
    expect(sent.body + opened.body).not.toContain(token);
    for (const table of ['audit_entry', 'notification', 'form_physician_link', 'form_record', 'link_token'])
      expect(await rows(`select from ${table} t where to_jsonb(t)::text like '%' || $1 || '%'`, [token])).toEqual([]);
    // The address is shown to the diver, not to the store.
    const named = await request('store@demo.test', 'GET', `/api/forms/Search/document/${id}`);
    expect(named.json<{ formData: RecordData }>().formData.physicianLink).toBeNull();
  });

  it.each([
    ['the diver', 'minor@demo.test'],
    ['a guardian', 'guardian@demo.test'],
    ['a guardian, written differently', ' Guardian+doctor@DEMO.test'],
    ['a sibling', 'student@demo.test'],
    ['the store named on the form', 'store@demo.test'],
  ])('is not sent to %s', async (_who, email) => {
    const id = await signMedical('minor@demo.test', { guardian: 'guardian@demo.test', storeNumber: 20_001 });
    const answer = await request('guardian@demo.test', 'POST', `/api/forms/Records/${id}/physician-link`, { email });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'forms.own_address', path: 'email' }] });
    expect(await rows('select from form_physician_link where record_id = $1', [id])).toEqual([]);
  });

  it('requires the sender’s verified email and a valid address', async () => {
    const id = await signMedical(diver);
    const url = `/api/forms/Records/${id}/physician-link`;
    const [{ sub } = { sub: '' }] = await rows<{ sub: string }>('select sub from person where affiliate_id = 400001');
    const person = { sub, affiliateId: 400_001, affiliateTypeId: affiliateType.diver, sessionId: randomUUID() };
    const { token } = await services.tokens.mint({ ...person, isEmailVerified: false });
    const rejection = await app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400001' },
      payload: { email: 'dr@practice.test' },
    });
    expect([rejection.statusCode, codeOf(rejection)]).toEqual([403, 'identity.email_unverified']);
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: 'page', documentId: id, key: randomUUID() }))
      form.set(name, value);
    const page = new Response(form);
    const uploaded = await app.inject({
      method: 'POST',
      url: '/api/forms/Data',
      headers: {
        authorization: `Bearer ${token}`,
        'affiliate-id': '400001',
        'content-type': page.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await page.arrayBuffer()),
    });
    expect([uploaded.statusCode, codeOf(uploaded)]).toEqual([403, 'identity.email_unverified']);
    for (const email of [null, '', 'practice', undefined])
      expect(codeOf(await request(diver, 'POST', url, { email }))).toBe('request.invalid');
    expect(await rows('select from form_physician_link where record_id = $1', [id])).toEqual([]);
  });

  it('is sent at most ten times an hour', async () => {
    const id = await signMedical(diver);
    await linkOf(diver, id);
    const send = () =>
      request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, { email: `${randomUUID()}@practice.test` });
    for (let count = 1; count < 10; count++) expect((await send()).statusCode).toBe(200);
    expect(codeOf(await send())).toBe('rate.limited');
  });

  it('stops working when a newer one is sent', async () => {
    const id = await signMedical(diver);
    const [older, newer] = [await linkOf(diver, id), await linkOf(diver, id)];
    expect((await open(older)).statusCode).toBe(410);
    expect(codeOf(await decide(older))).toBe('forms.link_over');
    expect((await open(newer)).statusCode).toBe(200);
  });

  it('expires after 30 days', async () => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    await rows("update link_token set expires_at = now() - interval '1 second' where purpose = 'physician'");
    expect(codeOf(await open(token))).toBe('forms.link_over');
    expect(codeOf(await decide(token))).toBe('forms.link_over');
    expect(await statusOf(id)).toBe('physician');
  });

  it('returns 404 to a stranger, a store and staff', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    for (const other of ['student@demo.test', 'store@demo.test', 'staff@demo.test', 'guardian@demo.test'])
      expect(
        (await request(other, 'POST', `/api/forms/Records/${id}/physician-link`, { email: 'dr@practice.test' }))
          .statusCode,
      ).toBe(404);
  });

  it('is rejected for a form without medical questions', async () => {
    const id = await signMedical(diver, { yes: [] });
    await rows("update form_record set medical_status = 'none' where id = $1", [id]);
    const link = await request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, { email: 'dr@practice.test' });
    expect(codeOf(link)).toBe('forms.no_physician_needed');
  });

  it('can be sent for a form whose answers need no physician', async () => {
    // Earlier forms must not require a physician.
    await rows('update form_record set valid_until = current_date - 1 where affiliate_id = 400001');
    const id = await signMedical(diver, { yes: [] });
    expect((await request(diver, 'GET', `/api/forms/Records/${id}/physician-page`)).statusCode).toBe(200);
    const token = await linkOf(diver, id);
    expect((await open(token)).json<PhysicianPage>().concerns).toEqual([]);
    // The diver stays cleared in the meantime.
    expect(await statusOf(id)).toBe('clear');
    expect((await decide(token)).json()).toEqual({ medicalStatus: 'clear' });
    expect((await confirm(id, 'staff@demo.test')).json()).toEqual({ medicalStatus: 'approved' });
  });

  it('cannot be opened or answered while a family member is signed in', async () => {
    const id = await signMedical('minor@demo.test', { guardian: 'guardian@demo.test' });
    const token = await linkOf('guardian@demo.test', id);
    const url = `/api/forms/Physician/${token}`;
    for (const own of ['minor@demo.test', 'guardian@demo.test', 'student@demo.test']) {
      const opened = await request(own, 'GET', url);
      expect([opened.statusCode, codeOf(opened)]).toEqual([403, 'forms.own_physician']);
      expect(codeOf(await request(own, 'POST', url, answer))).toBe('forms.own_physician');
    }
    expect(await evaluationsOf(id)).toEqual([]);
    // Any other user may be the physician.
    expect((await request('instructor@demo.test', 'GET', url)).statusCode).toBe(200);
    expect((await decide(token)).statusCode).toBe(200);
  });

  it('cannot be answered with the diver’s session cookie', async () => {
    const id = await signMedical(diver);
    const url = `/api/forms/Physician/${await linkOf(diver, id)}`;
    await rows(
      "insert into session (affiliate_id, secret_hash, expires_at) values (400001, $1, now() + interval '1 hour')",
      [hashToken('kept-by-the-browser')],
    );
    const headers = { cookie: '__Host-session=400001.kept-by-the-browser' };
    expect(codeOf(await app.inject({ method: 'GET', url, headers }))).toBe('forms.own_physician');
    expect(codeOf(await app.inject({ method: 'POST', url, headers, payload: answer }))).toBe('forms.own_physician');
    expect(await statusOf(id)).toBe('physician');
  });
});

describe('physician’s decision', () => {
  it('is stored once, encrypted and in the chain, and counts once it is confirmed', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    const token = await linkOf(diver, id);
    const [before, storeBefore] = [
      await noticesOf(400_001, 'forms.physician_responded'),
      await noticesOf(400_007, 'forms.clearance_to_confirm'),
    ];
    expect((await decide(token)).json()).toEqual({ medicalStatus: 'review' });
    expect(await statusOf(id)).toBe('review');
    const [evaluation, ...others] = await evaluationsOf(id);
    expect(others).toEqual([]);
    expect(JSON.stringify(evaluation)).not.toContain('Amaya');
    expect(await rows("select from form_entry where record_id = $1 and kind = 'evaluation'", [id])).toHaveLength(1);
    expect(await noticesOf(400_001, 'forms.physician_responded')).toBe(before + 1);
    expect(await noticesOf(400_007, 'forms.clearance_to_confirm')).toBe(storeBefore + 1);
    expect(codeOf(await decide(token))).toBe('forms.link_over');
    const repeated = await request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, {
      email: 'dr@practice.test',
    });
    expect(codeOf(repeated)).toBe('forms.confirmation_pending');
    const [listed] = (await request(diver, 'GET', '/api/forms/Search/Diver')).json<{ items: FormRecord[] }>().items;
    expect(listed).toMatchObject({ id, statusId: 2, status: 'Medical Required', isConfirmationPending: true });
  });

  it('is stored in the language that the physician read', async () => {
    const id = await signMedical(diver);
    await decide(await linkOf(diver, id), { locale: 'de-DE' });
    const [row] = await rows<{ affiliate_id: number; id: string; sealed_key: string; sealed_content: string }>(
      'select * from form_evaluation where record_id = $1',
      [id],
    );
    const part = toPartKey({ affiliateId: row?.affiliate_id ?? 0, recordId: id, id: row?.id ?? '' });
    const cipher = RecordCipher.open(services.env.SECRET_KEYS, row?.sealed_key ?? '', 'form_evaluation', part);
    const content = JSON.parse(cipher.decrypt('sealed_content', row?.sealed_content ?? '')) as EvaluationContent;
    expect([content.locale, content.form.locale]).toEqual(['de-DE', 'de-DE']);
    expect(content.form.form.title).not.toBe(content.governing.title);
  });

  it('is stored once when two are sent at the same time', async () => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    const both = await Promise.all([decide(token), decide(token, { decision: 'refused' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    expect(await evaluationsOf(id)).toHaveLength(1);
  });

  it('can be a refusal', async () => {
    const id = await signMedical(diver);
    const method = { method: 'typed', typedName: 'dr amaya sol', strokes: null };
    expect((await decide(await linkOf(diver, id), { decision: 'refused', ...method })).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('refused');
  });

  it.each([
    ['a dot', { strokes: [[10, 10, 11, 11]] }, 'forms.signature_too_small'],
    ['another name', { method: 'typed', typedName: 'Another Name' }, 'forms.name_differs'],
    ['an unticked box', { isAcknowledged: false }, 'forms.not_acknowledged'],
    ['no name', { name: ' ' }, 'request.invalid'],
    ['no clinic', { clinic: '' }, 'request.invalid'],
    ['no license', { license: ' ' }, 'request.invalid'],
    ['no phone', { phone: 'none' }, 'request.invalid'],
    ['another decision', { decision: 'maybe' }, 'request.invalid'],
  ])('with %s is rejected and leaves the link usable', async (_what, changes, code) => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    expect(codeOf(await decide(token, changes))).toBe(code);
    expect(await evaluationsOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('physician');
    expect((await decide(token)).statusCode).toBe(200);
  });
});

describe('GET Records/{id}/physician-page', () => {
  it('returns a PDF to readers of the form and logs the reading', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    const url = `/api/forms/Records/${id}/physician-page`;
    const page = await request('store@demo.test', 'GET', url);
    expect(page.headers['content-type']).toBe('application/pdf');
    expect(page.headers['content-disposition']).toBe('attachment; filename="physician-page.pdf"');
    expect(page.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const [reading] = await rows("select relation from form_reading where record_id = $1 and relation = 'store'", [id]);
    expect(reading).toBeDefined();
    // Staff get 404, because the page contains answers.
    for (const other of ['student@demo.test', 'staff@demo.test'])
      expect((await request(other, 'GET', url)).statusCode).toBe(404);
    expect(await rows("select from form_reading where record_id = $1 and relation = 'staff'", [id])).toEqual([]);
    expect((await request(diver, 'GET', `/api/forms/Records/${randomUUID()}/physician-page`)).statusCode).toBe(404);
  });
});

describe('physician’s refusal', () => {
  const candidate = 'candidate@demo.test';

  it('requires a physician for later forms until an approval is confirmed', async () => {
    const first = await signMedical(candidate);
    await decide(await linkOf(candidate, first), { decision: 'refused' });
    const second = await signMedical(candidate, { yes: [] });
    expect(await statusOf(second)).toBe('physician');
    const page = (await open(await linkOf(candidate, second))).json<PhysicianPage>();
    expect(page.concerns).toEqual([]);
    await decide(await linkOf(candidate, second));
    expect(await statusOf(await signMedical(candidate, { yes: [] }))).toBe('physician');
    await confirm(second, 'staff@demo.test');
    expect(await statusOf(await signMedical(candidate, { yes: [] }))).toBe('clear');
  });
});
