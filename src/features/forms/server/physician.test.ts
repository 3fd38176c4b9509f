import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testPhysician } from '../../../app/physician-testing.ts';
import { openRecordKey, openText } from '../../../platform/server/record-key.ts';
import { hashToken } from '../../../platform/server/secrets.ts';
import type { FormData } from '../shared/contract.ts';
import type { PhysicianPage } from '../shared/physician-contract.ts';
import type { EvaluationContent } from './content-shape.ts';

const { app, services, request, rows, drawn, signMedical, linkOf, statusOf, noticesOf } = await testPhysician();

const diver = 'diver@demo.test';
const answer = {
  locale: 'en-US',
  decision: 'approved',
  name: 'Dr. Amaya Sol',
  clinic: 'Harbor Practice, Kelder Bay',
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

describe('a physician’s link', () => {
  it('shows who asks and what was answered with yes, and nothing else', async () => {
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

  it('tells the diver that it was opened', async () => {
    const id = await signMedical(diver);
    await open(await linkOf(diver, id));
    const readings = (await request(diver, 'GET', `/api/forms/Records/${id}/readings`)).json<{ relation: string }[]>();
    expect(readings.map(({ relation }) => relation)).toContain('physician');
  });

  it('is sent by mail in words that say nothing of the answers', async () => {
    const id = await signMedical(diver);
    await linkOf(diver, id, 'practice@example.org');
    const [mail] = await rows<{ text: string }>(
      "select text from mail_outbox where to_address = 'practice@example.org' order by created_at desc limit 1",
    );
    expect(mail?.text).toMatch(/Maren Lindqvist[^]*\/physician\//);
    expect(mail?.text).not.toContain('exercise');
  });

  it('that is mailed is shown to nobody here, and whom the form names sees which way it went', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    expect(await linkOf(diver, id, 'surgery@example.org')).toBe('');
    const [mail] = await rows<{ text: string }>(
      "select text from mail_outbox where to_address = 'surgery@example.org' order by created_at desc limit 1",
    );
    await decide(/\/physician\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '');
    const shown = await signMedical(diver, { storeNumber: 20_001 });
    await decide(await linkOf(diver, shown));
    const waysOf = async (recordId: string) =>
      (await request('store@demo.test', 'GET', `/api/forms/Search/document/${recordId}`))
        .json<{ formData: FormData }>()
        .formData.evaluations.map(({ way, isMailed }) => [way, isMailed]);
    expect(await waysOf(id)).toEqual([['link', true]]);
    expect(await waysOf(shown)).toEqual([['link', false]]);
  });

  it('stops working when a newer one is made', async () => {
    const id = await signMedical(diver);
    const [older, newer] = [await linkOf(diver, id), await linkOf(diver, id)];
    expect((await open(older)).statusCode).toBe(410);
    expect(codeOf(await decide(older))).toBe('forms.link_over');
    expect((await open(newer)).statusCode).toBe(200);
  });

  it('is over after 30 days', async () => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    await rows("update link_token set expires_at = now() - interval '1 second' where purpose = 'physician'");
    expect(codeOf(await open(token))).toBe('forms.link_over');
    expect(codeOf(await decide(token))).toBe('forms.link_over');
    expect(await statusOf(id)).toBe('physician');
  });

  it('is made by nobody else: not by a stranger, a store or staff', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    for (const other of ['student@demo.test', 'store@demo.test', 'staff@demo.test', 'guardian@demo.test'])
      expect((await request(other, 'POST', `/api/forms/Records/${id}/physician-link`, {})).statusCode).toBe(404);
  });

  it('is not made where nothing medical was asked', async () => {
    const id = await signMedical(diver, { yes: [] });
    await rows("update form_record set medical_status = 'none' where id = $1", [id]);
    const link = await request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, {});
    expect(codeOf(link)).toBe('forms.no_physician_needed');
  });

  it('is there as well for whoever needs a physician’s word although nothing was answered with yes', async () => {
    const id = await signMedical(diver, { yes: [] });
    expect((await request(diver, 'GET', `/api/forms/Records/${id}/physician-page`)).statusCode).toBe(200);
    const token = await linkOf(diver, id);
    expect((await open(token)).json<PhysicianPage>().concerns).toEqual([]);
    // Nobody has to wait for it.
    expect(await statusOf(id)).toBe('clear');
    expect((await decide(token)).json()).toEqual({ medicalStatus: 'approved' });
  });

  it('is neither opened nor answered where the diver or a guardian is signed in', async () => {
    const id = await signMedical('minor@demo.test', { guardian: 'guardian@demo.test' });
    const token = await linkOf('guardian@demo.test', id);
    const url = `/api/forms/Physician/${token}`;
    for (const own of ['minor@demo.test', 'guardian@demo.test']) {
      const opened = await request(own, 'GET', url);
      expect([opened.statusCode, codeOf(opened)]).toEqual([403, 'forms.own_physician']);
      expect(codeOf(await request(own, 'POST', url, answer))).toBe('forms.own_physician');
    }
    expect(await evaluationsOf(id)).toEqual([]);
    // A physician may be anybody else here.
    expect((await request('instructor@demo.test', 'GET', url)).statusCode).toBe(200);
    expect((await decide(token)).statusCode).toBe(200);
  });

  it('is not answered in the diver’s browser without the token either', async () => {
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

describe('a physician’s decision', () => {
  it('is stored once, sealed and in the chain, and everybody is told', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    const token = await linkOf(diver, id);
    const [before, storeBefore] = [
      await noticesOf(400_001, 'forms.approved'),
      await noticesOf(400_007, 'forms.approved'),
    ];
    expect((await decide(token)).json()).toEqual({ medicalStatus: 'approved' });
    expect(await statusOf(id)).toBe('approved');
    const [evaluation, ...others] = await evaluationsOf(id);
    expect(others).toEqual([]);
    expect(JSON.stringify(evaluation)).not.toContain('Amaya');
    expect(await rows("select from form_entry where record_id = $1 and kind = 'evaluation'", [id])).toHaveLength(1);
    expect(await noticesOf(400_001, 'forms.approved')).toBe(before + 1);
    expect(await noticesOf(400_007, 'forms.approved')).toBe(storeBefore + 1);
    expect(codeOf(await decide(token))).toBe('forms.link_over');
    expect(codeOf(await request(diver, 'POST', `/api/forms/Records/${id}/physician-link`, {}))).toBe(
      'forms.already_decided',
    );
  });

  it('is kept in the language that was read, whatever the browser is set to meanwhile', async () => {
    const id = await signMedical(diver);
    await decide(await linkOf(diver, id), { locale: 'de-DE' });
    const [row] = await rows<{ sealed_key: string; sealed_content: string }>(
      'select * from form_evaluation where record_id = $1',
      [id],
    );
    const key = openRecordKey(services.env.SECRET_KEYS, row?.sealed_key ?? '');
    const content = JSON.parse(openText(key, row?.sealed_content ?? '')) as EvaluationContent;
    expect([content.locale, content.form.locale]).toEqual(['de-DE', 'de-DE']);
    expect(content.form.form.title).not.toBe(content.governing.title);
  });

  it('of two at the same moment is one', async () => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    const both = await Promise.all([decide(token), decide(token, { decision: 'refused' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    expect(await evaluationsOf(id)).toHaveLength(1);
  });

  it('can be that somebody must not dive', async () => {
    const id = await signMedical(diver);
    const method = { method: 'typed', typedName: 'dr amaya sol', strokes: null };
    expect((await decide(await linkOf(diver, id), { decision: 'refused', ...method })).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('refused');
  });

  it.each([
    ['a dot', { strokes: [[10, 10, 11, 11]] }, 'forms.signature_too_small'],
    ['another name', { method: 'typed', typedName: 'Somebody Else' }, 'forms.name_differs'],
    ['an unticked box', { isAcknowledged: false }, 'forms.not_acknowledged'],
    ['no name', { name: ' ' }, 'request.invalid'],
    ['no clinic', { clinic: '' }, 'request.invalid'],
    ['another decision', { decision: 'maybe' }, 'request.invalid'],
  ])('with %s is refused, and the link still works', async (_what, changes, code) => {
    const id = await signMedical(diver);
    const token = await linkOf(diver, id);
    expect(codeOf(await decide(token, changes))).toBe(code);
    expect(await evaluationsOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('physician');
    expect((await decide(token)).statusCode).toBe(200);
  });
});

describe('the page to print', () => {
  it('is a PDF for who may read the form, and the reading is written down', async () => {
    const id = await signMedical(diver, { storeNumber: 20_001 });
    const url = `/api/forms/Records/${id}/physician-page`;
    const page = await request('store@demo.test', 'GET', url);
    expect(page.headers['content-type']).toBe('application/pdf');
    expect(page.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const [reading] = await rows("select relation from form_reading where record_id = $1 and relation = 'store'", [id]);
    expect(reading).toBeDefined();
    // What was answered is on it.
    for (const other of ['student@demo.test', 'staff@demo.test'])
      expect((await request(other, 'GET', url)).statusCode).toBe(404);
    expect(await rows("select from form_reading where record_id = $1 and relation = 'staff'", [id])).toEqual([]);
    expect((await request(diver, 'GET', `/api/forms/Records/${randomUUID()}/physician-page`)).statusCode).toBe(404);
  });
});

describe('a physician’s no', () => {
  const candidate = 'candidate@demo.test';

  it('is not answered away: new forms ask for a physician again, until one has said yes', async () => {
    const first = await signMedical(candidate);
    await decide(await linkOf(candidate, first), { decision: 'refused' });
    const second = await signMedical(candidate, { yes: [] });
    expect(await statusOf(second)).toBe('physician');
    const page = (await open(await linkOf(candidate, second))).json<PhysicianPage>();
    expect(page.concerns).toEqual([]);
    await decide(await linkOf(candidate, second));
    expect(await statusOf(await signMedical(candidate, { yes: [] }))).toBe('clear');
  });
});
