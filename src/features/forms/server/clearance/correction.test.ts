import { describe, expect, it } from 'vitest';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, begin, readDraft, change, sign, contentOf } = forms;

describe('acceptCorrection', () => {
  it('stores a new record that names the replaced one and starts with its answers', async () => {
    const first = await forms.submit('diver', {}, { 'medical.q6': 'yes' });
    const id = await begin('diver', { replaces: first });
    const draft = await readDraft('diver', id);
    expect(draft).toMatchObject({ replaces: first, answers: { 'medical.q6': 'yes' } });
    await change('diver', id, { 'medical.q6': 'no' });
    expect((await sign('diver', id)).body.state).toBe('submitted');
    expect(await forms.record('diver', first)).toMatchObject({ replacedBy: id });
    expect(await forms.record('diver', id)).toMatchObject({ replaces: first, replacedBy: null });
    expect((await contentOf(first)).answers['medical.q6']).toBe('yes');
  });

  it('takes effect once a professional named on both forms accepts it', async () => {
    const named = { packet: 'course', memberNumber: 100_001 } as const;
    const first = await forms.submit('student', named, { 'medical.q3': 'yes' });
    const id = await forms.submit('student', { ...named, replaces: first }, { 'medical.q3': 'no' });
    const status = async () => (await forms.record('student', id)).medicalStatus;
    expect(await status()).toBe('physician');
    expect((await forms.record('instructor', id)).formData).toMatchObject({ correctionOf: { documentId: first } });
    const accept = (person: 'student' | 'store' | 'instructor', reason = 'Ticked the wrong box.') =>
      call<{ medicalStatus: string }>(person, 'POST', `Records/${id}/correction`, { reason });
    expect((await accept('student')).status).toBe(403);
    expect((await accept('store')).status).toBe(404);
    expect((await accept('instructor', ' ')).status).toBe(400);
    expect(await status()).toBe('physician');
    expect((await accept('instructor')).body).toEqual({ medicalStatus: 'clear' });
    expect(await status()).toBe('clear');
    expect((await accept('instructor')).errors).toEqual(['forms.nothing_to_confirm']);
    expect(await forms.rows("select from audit_entry where action = 'forms.medical_corrected'")).toHaveLength(1);
    const next = await forms.submit('student', named);
    expect((await forms.record('student', next)).medicalStatus).toBe('clear');
  });

  it('leaves newer declarations open', async () => {
    const named = { packet: 'course', memberNumber: 100_001 } as const;
    const statusOf = async (id: string) => (await forms.record('candidate', id)).medicalStatus;
    const accept = (id: string) =>
      call<{ medicalStatus: string }>('instructor', 'POST', `Records/${id}/correction`, { reason: 'Wrong box.' });
    await forms.submit('candidate', named, { 'medical.q3': 'yes' });
    const corrected = await forms.submit('candidate', named);
    const since = await forms.submit('candidate', named, { 'medical.q5': 'yes' });
    expect((await accept(corrected)).body).toEqual({ medicalStatus: 'clear' });
    const latest = await forms.submit('candidate', named);
    expect([await statusOf(since), await statusOf(latest)]).toEqual(['physician', 'physician']);
    await forms.rows("update form_record set medical_status = 'approved', medical_changed_at = now() where id = $1", [
      corrected,
    ]);
    expect(await statusOf(await forms.submit('candidate', named))).toBe('physician');
    expect((await accept(latest)).body).toEqual({ medicalStatus: 'clear' });
    expect(await statusOf(await forms.submit('candidate', named))).toBe('clear');
  });

  it('returns 404 to a professional who cannot read the earlier form', async () => {
    await forms.submit('guardian', { packet: 'course', storeNumber: 20_001 }, { 'medical.q3': 'yes' });
    const id = await forms.submit('guardian', { packet: 'course', memberNumber: 100_001 });
    const body = { reason: 'Ticked the wrong box.' };
    expect((await call('instructor', 'POST', `Records/${id}/correction`, body)).status).toBe(404);
    expect((await call('staff', 'POST', `Records/${id}/correction`, body)).status).toBe(200);
  });

  it('lists corrections that only the desk can accept in its queue and count', async () => {
    const waiting = async () =>
      (await call<{ items: WaitingPage[] }>('staff', 'GET', 'Pages/waiting')).body.items.filter(
        ({ kind }) => kind === 'correction',
      );
    const count = async () => {
      const answer = await portal.request('staff@demo.test', 'GET', '/api/desk/counts');
      return answer.json<{ pages: number }>().pages;
    };
    for (const table of ['form_evaluation', 'form_reading', 'form_record'])
      await forms.rows(`delete from ${table} where affiliate_id = $1`, [demoAffiliateIds.diver]);
    const before = await count();
    const first = await forms.submit('diver', {}, { 'medical.q3': 'yes' });
    // A second form with the same answers corrects nothing.
    await forms.submit('diver', {}, { 'medical.q3': 'yes' });
    expect(await waiting()).toEqual([]);
    const id = await forms.submit('diver', { replaces: first }, { 'medical.q3': 'no' });
    expect(await waiting()).toMatchObject([{ recordId: id, affiliateId: demoAffiliateIds.diver, kind: 'correction' }]);
    expect(await count()).toBe(before + 1);
    const opened = await forms.record('staff', id);
    expect(opened.formData).toMatchObject({ answers: {}, forms: [], correctionOf: expect.any(Object) });
    // A professional named only on the new form can't compare the two.
    const named = await forms.submit('diver', { packet: 'course', storeNumber: 20_001 });
    expect((await waiting()).map(({ recordId }) => recordId)).toEqual([id, named]);
    expect((await call('staff', 'POST', `Records/${id}/correction`, { reason: 'Ticked the wrong box.' })).status).toBe(
      200,
    );
    expect(await waiting()).toEqual([]);
    expect(await count()).toBe(before);
  });

  it('rejects another diver’s record and one of another packet', async () => {
    const first = await forms.submit('diver');
    const answer = await call('student', 'POST', 'Drafts', { packet: 'medical', replaces: first });
    expect(answer.status).toBe(404);
    expect((await call('staff', 'POST', 'Drafts', { packet: 'medical', replaces: first })).status).toBe(404);
    expect((await call('diver', 'POST', 'Drafts', { packet: 'course', replaces: first })).status).toBe(404);
  });
});
