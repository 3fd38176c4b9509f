import { describe, expect, it } from 'vitest';
import { createFormsFixture, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { enforceFormRetention } from './retention.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, rows, run, submit } = forms;
const after = (days: number) => new Date(Date.now() + days * 86_400_000);
const enforceAfter = (days: number) => run(enforceFormRetention, {}, after(days));
const verify = async () => {
  const problems: string[] = [];
  await verifyForms(portal.services, (problem) => problems.push(problem));
  return problems;
};
const endings = async (person: 'diver' | 'minor' | 'guardian') =>
  (await forms.notices(person)).filter(({ kind }) => kind === 'forms.ending');

describe('expiry warning', () => {
  it('notifies the diver and a minor’s guardian once, a month before', async () => {
    await submit('diver', { packet: 'course' });
    const id = await forms.begin('minor');
    await forms.answerAll('minor', id);
    await forms.sign('minor', id);
    await forms.sign('guardian', id);
    await enforceAfter(330);
    expect(await endings('diver')).toEqual([]);
    await enforceAfter(336);
    await enforceAfter(337);
    expect(await endings('diver')).toHaveLength(1);
    expect(await endings('minor')).toHaveLength(1);
    expect(await endings('guardian')).toMatchObject([
      {
        url: `/training/forms-applications/${id}?for=${demoAffiliateIds.minor}`,
        message: expect.stringContaining('expires on'),
      },
    ]);
  });

  it('is not sent when newer forms were signed', async () => {
    const first = await submit('student');
    await rows('update form_record set valid_until = valid_until - 5 where id = $1', [first]);
    await submit('student');
    await enforceAfter(336);
    const notifications = await rows<{ url: string }>(
      "select url from notification where affiliate_id = $1 and kind = 'forms.ending'",
      [demoAffiliateIds.student],
    );
    expect(notifications.map(({ url }) => url)).not.toContain(`/training/forms-applications/${first}`);
    await rows('update form_record set valid_until = valid_until + 5 where id = $1', [first]);
  });
});

describe('retention period', () => {
  it('erases key, content and files, and keeps the record and a valid chain', async () => {
    const id = await submit('diver', { packet: 'dsd', storeNumber }, { 'medical.q3': 'yes' });
    await forms.document(id);
    const [blob] = await rows<{ id: string; file_key: string }>(
      'select id, file_key from form_blob where record_id = $1',
      [id],
    );
    await enforceAfter(365 * 5 - 5);
    expect((await forms.record('diver', id)).isRemoved).toBe(false);
    await enforceAfter(365 * 5 + 5);
    const [row] = await rows<Record<string, unknown>>('select * from form_record where id = $1', [id]);
    expect(row).toMatchObject({ sealed_key: null, sealed_content: null, removed_at: expect.any(Date) });
    expect(await rows('select sealed_key, file_key from form_blob where record_id = $1', [id])).toEqual([
      { sealed_key: null, file_key: null },
    ]);
    await forms.deleteOldFiles();
    expect(await portal.services.files.get(blob?.file_key ?? '')).toBeNull();
    const removed = await forms.record('diver', id);
    const { items } = (await call<{ items: { id: string }[] }>('store', 'GET', 'Search/Member?show=medical_required'))
      .body;
    expect(items.map((item) => item.id)).not.toContain(id);
    expect(removed).toMatchObject({ isRemoved: true, isValid: false, formData: null, downloadUrl: null, blobIds: [] });
    const file = await call('diver', 'GET', `Search/blob/${blob?.id}`);
    expect([file.status, ...file.errors]).toEqual([410, 'forms.removed']);
    const correction = await call('diver', 'POST', 'Drafts', { packet: 'dsd', replaces: id });
    expect([correction.status, ...correction.errors]).toEqual([410, 'forms.removed']);
    expect(await verify()).toEqual([]);
  });

  it('lets verifyForms report a record erased without a removal entry', async () => {
    const id = await submit('candidate');
    await rows('update form_record set sealed_key = null, sealed_content = null, removed_at = now() where id = $1', [
      id,
    ]);
    expect(await verify()).toEqual([`record ${id}: removed without a removal entry`]);
  });
});

describe('missing document', () => {
  it('is queued again each night until it exists', async () => {
    const id = await submit('candidate');
    const jobs = () => rows("select from pgboss.job where name = 'forms.document' and data ->> 'recordId' = $1", [id]);
    await enforceAfter(0);
    expect(await jobs()).toHaveLength(1);
    await enforceAfter(1);
    await enforceAfter(1);
    expect(await jobs()).toHaveLength(2);
    await forms.document(id);
    await enforceAfter(2);
    expect(await jobs()).toHaveLength(2);
  });
});

describe('unsigned drafts', () => {
  it('are deleted a day after they were discarded and a year after the last change', async () => {
    await rows('delete from form_draft');
    const discarded = await forms.begin('diver');
    await call('diver', 'DELETE', `Drafts/${discarded}`);
    const open = await forms.begin('student');
    const ids = async () => (await rows<{ id: string }>('select id from form_draft')).map(({ id }) => id);
    await enforceAfter(0.9);
    expect((await ids()).toSorted()).toEqual([discarded, open].toSorted());
    await enforceAfter(1.1);
    expect(await ids()).toEqual([open]);
    await enforceAfter(364);
    expect(await ids()).toEqual([open]);
    await enforceAfter(367);
    expect(await ids()).toEqual([]);
  });
});
