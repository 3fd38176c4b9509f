import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPhysicianFixture } from '#test/support/api/physician-testing.ts';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { createTestPdf } from '#platform/testing/pdf-fixture.ts';
import type { FormRecordData } from '#features/forms/shared/contract.ts';
import { findPhysicianDecision } from '#features/forms/server/records/record-lookup.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';

const { services, request, rows, signMedical, sendPage, linkOf, statusOf, noticesOf } = await createPhysicianFixture();

const diver = 'diver@demo.test';
const store = 'store@demo.test';
const storeNumber = 20_001;

const photo = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#f4f4f0' } })
  .withExif({ IFD0: { Copyright: 'canary' } })
  .png()
  .toBuffer();
const tiny = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();

const codeOf = (response: { json(): unknown }) => (response.json() as { errors: { code: string }[] }).errors[0]?.code;
const pagesOf = (recordId: string) =>
  rows<{ id: string; content_type: string }>("select * from form_blob where record_id = $1 and kind = 'page'", [
    recordId,
  ]);
const newestPage = async (recordId: string) =>
  (
    await rows<{ id: string }>(
      "select id from form_blob where record_id = $1 and kind = 'page' order by created_at desc limit 1",
      [recordId],
    )
  )[0]?.id ?? randomUUID();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const review = async (email: string, recordId: string, decision: string, changes: object = {}) =>
  request(email, 'POST', `/api/forms/Records/${recordId}/review`, {
    pageId: await newestPage(recordId),
    decision,
    signedOn: daysAgo(1),
    ...changes,
  });

describe('uploaded physician page', () => {
  it('is stored and sets the form to review', async () => {
    const id = await signMedical(diver, { storeNumber });
    const before = await noticesOf(400_007, 'forms.page_uploaded');
    const answer = await sendPage(diver, id, createTestPdf());
    expect(answer.json()).toEqual({ documentId: id, state: 'review', medicalStatus: 'review' });
    expect(await statusOf(id)).toBe('review');
    expect(await pagesOf(id)).toMatchObject([{ content_type: 'application/pdf' }]);
    expect(await rows("select from form_entry where record_id = $1 and kind = 'page'", [id])).toHaveLength(1);
    expect(await noticesOf(400_007, 'forms.page_uploaded')).toBe(before + 1);
  });

  it('holds no connection while its file is stored', async () => {
    const id = await signMedical(diver, { storeNumber });
    const put = services.files.put.bind(services.files);
    const transactions: unknown[] = [];
    const observed = vi.spyOn(services.files, 'put').mockImplementation(async (...file) => {
      transactions.push(
        ...(await rows(
          "select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        )),
      );
      return put(...file);
    });
    await sendPage(diver, id, createTestPdf());
    expect(observed).toHaveBeenCalledOnce();
    expect(transactions).toEqual([]);
    expect(await statusOf(id)).toBe('review');
    observed.mockRestore();
  });

  it('re-encodes a photo without its metadata', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    const [page] = await pagesOf(id);
    const file = await request(store, 'GET', `/api/forms/Search/blob/${page?.id}`);
    expect(file.headers['content-type']).toBe('image/jpeg');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="medical-page-/);
    expect(file.rawPayload.includes('canary')).toBe(false);
  });

  it('is stored once when it is sent again with the same key', async () => {
    const id = await signMedical(diver);
    const key = randomUUID();
    const [first, second] = [await sendPage(diver, id, photo, key), await sendPage(diver, id, photo, key)];
    expect(second.json()).toEqual(first.json());
    expect(await pagesOf(id)).toHaveLength(1);
  });

  it('is stored once when it is sent twice at the same time with the same key', async () => {
    const id = await signMedical(diver);
    const key = randomUUID();
    const answers = await Promise.all([sendPage(diver, id, photo, key), sendPage(diver, id, photo, key)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await pagesOf(id)).toHaveLength(1);
    expect(await rows("select from form_entry where record_id = $1 and kind = 'page'", [id])).toHaveLength(1);
  });

  it('returns 404 when the sender stops being a guardian during the upload', async () => {
    const id = await signMedical('minor@demo.test', { guardian: 'guardian@demo.test' });
    const { pool } = services.database;
    const holding = await holdLocks(pool, 'select from form_record where id = $1 for update', [id]);
    const sent = sendPage('guardian@demo.test', id, photo);
    // The upload waits for the record lock after the page was checked.
    await waitForLockWaits(pool);
    onTestFinished(async () => {
      await rows('update guardian_link set affiliate_id = 400003 where affiliate_id = 400001');
    });
    await rows('update guardian_link set affiliate_id = 400001 where affiliate_id = 400003');
    await holding.commit();
    const { statusCode } = await sent;
    expect(statusCode).toBe(404);
    expect(await pagesOf(id)).toEqual([]);
  });

  it.each([
    [
      'a PDF with a script',
      createTestPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' }),
      'forms.page_script',
    ],
    [
      'a PDF with an escaped script name',
      createTestPdf({ catalog: '/AA << /WC << /S /J#61vaScript >> >>' }),
      'forms.page_script',
    ],
    ['an encrypted PDF', createTestPdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' }), 'forms.page_locked'],
    ['a PDF of eleven pages', createTestPdf({ pages: 11 }), 'forms.page_too_long'],
    ['half a PDF', createTestPdf().subarray(0, 80), 'forms.page_damaged'],
    ['half a photo', photo.subarray(0, photo.length / 2), 'forms.page_damaged'],
    ['a photo that is too small', tiny, 'forms.page_pixels'],
    ['something else', Buffer.from('<html><script>alert(1)</script></html>'), 'forms.page_type'],
    ['nothing', undefined, 'forms.page_missing'],
  ])('is rejected and not stored when it is %s', async (_what, file, code) => {
    const id = await signMedical(diver);
    expect(codeOf(await sendPage(diver, id, file))).toBe(code);
    expect(await pagesOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('physician');
  });

  it('is accepted only from the diver and a minor’s guardian', async () => {
    const id = await signMedical('minor@demo.test', { guardian: 'guardian@demo.test', storeNumber });
    for (const other of [diver, store, 'instructor@demo.test', 'staff@demo.test'])
      expect((await sendPage(other, id, photo)).statusCode).toBe(404);
    expect((await sendPage('guardian@demo.test', id, photo)).statusCode).toBe(200);
  });

  it('is rejected when no physician is needed or a decision exists', async () => {
    // The student has no earlier form that requires a physician.
    const clear = await signMedical('student@demo.test', { yes: [] });
    expect(codeOf(await sendPage('student@demo.test', clear, photo))).toBe('forms.no_physician_needed');
    const decided = await signMedical(diver, { storeNumber });
    await sendPage(diver, decided, photo);
    await review(store, decided, 'approved');
    expect(codeOf(await sendPage(diver, decided, photo))).toBe('forms.already_decided');
  });
});

it('POST Data limits page uploads to 60 an hour', async () => {
  const id = await signMedical('student@demo.test', { storeNumber });
  // Invalid pages are rejected quickly and count towards the limit.
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 61; count++)
    codes.push(codeOf(await sendPage('student@demo.test', id, Buffer.from('no page'))));
  expect([codes[59], codes[60]]).toEqual(['forms.page_type', 'rate.limited']);
});

describe('reviewPage', () => {
  it('lets the store named on the form decide', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    const before = await noticesOf(400_001, 'forms.approved');
    expect((await review(store, id, 'approved')).json()).toEqual({ medicalStatus: 'approved' });
    expect(await statusOf(id)).toBe('approved');
    expect(await noticesOf(400_001, 'forms.approved')).toBe(before + 1);
    expect(await rows('select way, decision, decided_by from form_evaluation where record_id = $1', [id])).toEqual([
      { way: 'page', decision: 'approved', decided_by: 400_007 },
    ]);
    expect(codeOf(await review(store, id, 'refused'))).toBe('forms.already_decided');
  });

  it.each([
    ['without a date', { signedOn: null }, 'request.invalid'],
    ['with an invalid date', { signedOn: '2026-02-30' }, 'request.invalid'],
    ['with a future date', { signedOn: daysAgo(-2) }, 'forms.page_future'],
    ['from more than a year ago', { signedOn: daysAgo(367) }, 'forms.page_too_old'],
  ])('rejects a page %s', async (_what, changes, code) => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    for (const decision of ['approved', 'refused']) {
      const answer = await review(store, id, decision, changes);
      const [error] = answer.json<{ errors: { code: string; path: string }[] }>().errors;
      expect(error).toMatchObject({ code, path: 'signedOn' });
    }
    expect(await statusOf(id)).toBe('review');
    expect((await review(store, id, 'unclear', { ...changes, signedOn: null, reason: 'No day.' })).statusCode).toBe(
      200,
    );
  });

  it('counts from the day on the page', async () => {
    const pilot = 'candidate@demo.test';
    const id = await signMedical(pilot, { storeNumber });
    await sendPage(pilot, id, photo);
    await review(store, id, 'approved', { signedOn: daysAgo(300) });
    const decision = await findPhysicianDecision.first(services.database.db, { affiliateId: 400_006 });
    expect(decision).toEqual({ day: daysAgo(300), isApproved: true });
    const read = (await request(store, 'GET', `/api/forms/Search/document/${id}`)).json<{ formData: FormRecordData }>();
    expect(read.formData.evaluations).toMatchObject([{ way: 'page', isMailed: null, signedOn: daysAgo(300) }]);
  });

  it('stores the day in the chain, where verifyForms detects a change', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    await review(store, id, 'approved');
    await rows('update form_evaluation set signed_on = $2 where record_id = $1', [id, daysAgo(0)]);
    const problems: string[] = [];
    await verifyForms(services, (problem) => problems.push(problem));
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^evaluation .* of record ${id}: changed`))]);
  });

  it('lets staff decide when the form names no one', async () => {
    const id = await signMedical(diver);
    await sendPage(diver, id, photo);
    expect((await review('staff@demo.test', id, 'refused', { reason: 'The box is ticked.' })).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('refused');
  });

  it('returns an unclear page to the diver with a reason, who can send another', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    expect(codeOf(await review(store, id, 'unclear'))).toBe('request.invalid');
    expect((await review(store, id, 'unclear', { reason: 'The signature is cut off.' })).json()).toEqual({
      medicalStatus: 'physician',
    });
    const [notification] = await rows<{ message: string }>(
      "select message from notification where affiliate_id = 400001 and kind = 'forms.page_unclear'",
    );
    // The reason may be medical, so it is shown on the form's page and not in a notification.
    expect(notification?.message).not.toContain('cut off');
    expect(codeOf(await review(store, id, 'approved'))).toBe('forms.page_missing');
    expect((await sendPage(diver, id, photo)).statusCode).toBe(200);
    expect((await review(store, id, 'approved')).statusCode).toBe(200);
  });

  it('rejects a decision about an older page', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    const [first] = await pagesOf(id);
    await sendPage(diver, id, photo);
    expect(codeOf(await review(store, id, 'approved', { pageId: first?.id }))).toBe('forms.page_changed');
    expect(await statusOf(id)).toBe('review');
    expect((await review(store, id, 'approved')).statusCode).toBe(200);
  });

  it('rejects the diver and professionals that the form does not name', async () => {
    const id = await signMedical(diver);
    await sendPage(diver, id, photo);
    expect((await review(diver, id, 'approved')).statusCode).toBe(403);
    for (const other of [store, 'instructor@demo.test'])
      expect((await review(other, id, 'approved')).statusCode).toBe(404);
    const own = await signMedical('instructor@demo.test');
    await sendPage('instructor@demo.test', own, photo);
    expect((await review('instructor@demo.test', own, 'approved')).statusCode).toBe(404);
  });

  it('leaves the physician link usable while the page is in review', async () => {
    const id = await signMedical(diver, { storeNumber });
    await sendPage(diver, id, photo);
    expect((await request(null, 'GET', `/api/forms/Physician/${await linkOf(diver, id)}`)).statusCode).toBe(200);
  });
});
