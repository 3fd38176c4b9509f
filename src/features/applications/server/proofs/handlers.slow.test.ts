import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { emailOf, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { ErrorBody } from '#platform/shared/errors.ts';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { createTestPdf } from '#platform/testing/pdf-fixture.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { sweepProof } from '#features/applications/server/public.ts';

const portal = await testPortal();
const { services, env, app } = portal;
const { call, rows, step, begin, createInState, clear, read } = createApplicationsFixture(portal);
const folder = join(env.DATA_DIR, 'files', 'applications');

beforeEach(async () => {
  await clear();
  await rows('delete from rate_counter');
});

const canary = 'CanaryInTheProof';
const pdf = createTestPdf({ catalog: `/Lang (${canary})` });
const photo = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#f4f4f0' } })
  .withExif({ IFD0: { Copyright: canary } })
  .png()
  .toBuffer();
const tiny = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();

/** Uploads a proof, by default as the candidate. */
async function send(
  id: number,
  file: Buffer | null,
  input: Record<string, string> = {},
  as: DemoPersonName = 'candidate',
) {
  const form = new FormData();
  const fields = { key: randomUUID(), kind: 'first_aid', name: 'Card.pdf', ...input };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== null) form.set('file', new Blob([new Uint8Array(file)]), 'proof');
  const body = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/applications/Applications/${id}/proofs`,
    headers: { ...(await portal.headersOf(emailOf(as))), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const { errors = [], ...application } = answer.json<Application & ErrorBody>();
  return {
    status: answer.statusCode,
    application,
    errors: errors.map(({ code, path }) => [code, path].filter(Boolean).join(' ')),
  };
}
const listFiles = () => readdir(folder).catch(() => [] as string[]);
const proofsOf = (id: number) =>
  rows<{ id: string; file_key: string }>('select * from application_proof where application_id = $1', [id]);
const run = { services, database: services.database, now: new Date() } as unknown as JobContext;
const readingsOf = () =>
  rows<{ actor: number; data: Record<string, unknown> }>(
    `select actor_affiliate_id as actor, data from audit_entry where action = 'application.proof.read'
       and subject = $1 order by seq`,
    [`person:${affiliateIdOf('candidate')}`],
  );

describe('uploading a proof', () => {
  it('stores a PDF unchanged and counts it immediately', async () => {
    const id = await begin();
    const { application } = await send(id, pdf, { kind: 'medical', dated: '2026-10-01', name: 'Doctor.pdf' });
    expect(application.proofs).toMatchObject([
      { kind: 'medical', name: 'Doctor.pdf', contentType: 'application/pdf', bytes: pdf.length, dated: '2026-10-01' },
    ]);
    expect(application.requirements.find(({ id: of }) => of === 'medical')).toMatchObject({
      isMet: true,
      date: '2026-10-01',
    });
    const { answer } = await call('candidate', 'GET', `/${id}/proofs/${application.proofs[0]?.id}`);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="application-${id}-medical.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('reencodes a picture without its metadata', async () => {
    const id = await begin();
    const { application } = await send(id, photo);
    const { answer } = await call('candidate', 'GET', `/${id}/proofs/${application.proofs[0]?.id}`);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.rawPayload.includes(canary)).toBe(false);
  });

  it('encrypts each file with its own key', async () => {
    const id = await begin();
    await send(id, pdf);
    await send(id, pdf);
    const stored = await rows<{ sealed_key: string; file_key: string }>(
      'select sealed_key, file_key from application_proof where application_id = $1',
      [id],
    );
    expect(new Set(stored.map(({ sealed_key: key }) => key)).size).toBe(2);
    for (const { file_key: key } of stored) {
      const bytes = (await services.files.read(key)) ?? Buffer.alloc(0);
      expect(bytes.length).toBeGreaterThan(pdf.length);
      expect(bytes.includes(canary)).toBe(false);
      expect(bytes.includes('%PDF')).toBe(false);
    }
  });

  it('rejects an impossible year', async () => {
    const id = await begin();
    const { status, errors } = await send(id, pdf, { kind: 'medical', dated: '0000-01-01' });
    expect([status, errors]).toEqual([400, ['request.invalid dated']]);
    expect(await proofsOf(id)).toEqual([]);
  });

  it('stores one proof when it is sent again with the same key, even at the same moment', async () => {
    const id = await begin();
    const key = randomUUID();
    const answers = await Promise.all([send(id, pdf, { key }), send(id, pdf, { key })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(id, pdf, { key })).application.proofs).toHaveLength(1);
  });

  it.each([
    [
      'a PDF with a script',
      createTestPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' }),
      'applications.proof_script',
    ],
    [
      'an encrypted PDF',
      createTestPdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' }),
      'applications.proof_locked',
    ],
    ['a PDF of eleven pages', createTestPdf({ pages: 11 }), 'applications.proof_too_long'],
    ['half a PDF', pdf.subarray(0, 80), 'applications.proof_damaged'],
    ['half a picture', photo.subarray(0, photo.length / 2), 'applications.proof_damaged'],
    ['an unreadably small picture', tiny, 'applications.proof_pixels'],
    ['a page of the web', Buffer.from('<html><script>alert(1)</script></html>'), 'applications.proof_type'],
    ['a program', Buffer.from('MZ\u0090 this program cannot be run'), 'applications.proof_type'],
    ['larger than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.7 '), 'request.too_large'],
    ['nothing', null, 'request.invalid'],
  ])('rejects %s and stores nothing', async (_what, file, code) => {
    const id = await begin();
    const before = await listFiles();
    expect((await send(id, file)).errors).toEqual([`${code} file`]);
    expect(await proofsOf(id)).toEqual([]);
    expect(await listFiles()).toEqual(before);
  });

  it.each([
    [{ kind: 'teaching_exam' }, 'applications.unknown_field kind'],
    [{ kind: 'card_divemaster' }, 'applications.unknown_field kind'],
    [{ kind: 'First aid' }, 'request.invalid kind'],
    [{ name: ' ' }, 'request.invalid name'],
    [{ dated: '2026-02-30' }, 'request.invalid dated'],
    [{ key: 'x' }, 'request.invalid key'],
  ])('rejects a proof that is not required: %o', async (input, error) => {
    const id = await begin();
    expect((await send(id, pdf, input)).errors).toEqual([error]);
    expect(await proofsOf(id)).toEqual([]);
  });

  it('accepts the proofs its type requires', async () => {
    const id = await begin('candidate', 2);
    const { application } = await send(id, pdf, { kind: 'teaching_exam' });
    expect(application.requirements.find(({ id: of }) => of === 'proof_teaching_exam')?.isMet).toBe(true);
  });

  it('allows up to twenty proofs', async () => {
    const id = await begin();
    await rows(
      `insert into application_proof (affiliate_id, application_id, id, kind, name, content_type, sealed_key, file_key, bytes)
       select affiliate_id, id, gen_random_uuid(), 'dives', 'x', 'application/pdf', 'x', 'x', 1
       from application, generate_series(1, 19) where id = $1`,
      [id],
    );
    const answers = await Promise.all([send(id, pdf), send(id, pdf)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await send(id, pdf)).errors).toEqual(['applications.too_many_proofs file']);
    expect(await proofsOf(id)).toHaveLength(20);
  });

  it('is rate limited', async () => {
    const id = await begin();
    const codes: string[][] = [];
    for (let count = 0; count < 61; count++) codes.push((await send(id, Buffer.from('no page'))).errors);
    expect([codes[59], codes[60]]).toEqual([['applications.proof_type file'], ['rate.limited']]);
  });
});

describe('access to proofs', () => {
  it('lets the applicant upload while they hold the application', async () => {
    const id = await createInState('SubmittedToInstructor');
    expect((await send(id, pdf)).errors).toEqual(['applications.out_of_turn']);
    for (const other of ['instructor', 'staff'] as const)
      expect((await send(id, pdf, {}, other)).errors).toEqual(['applications.out_of_turn']);
    expect((await send(id, pdf, {}, 'diver')).errors).toEqual(['not_found']);
    await step('candidate', id, 'withdraw');
    expect((await send(id, pdf)).status).toBe(200);
    expect((await send(id, pdf, {}, 'instructor')).errors).toEqual(['not_found']);
    expect(await proofsOf(id)).toHaveLength(1);
  });

  it('lets the applicant upload again after a return', async () => {
    const id = await createInState('Returned');
    expect((await send(id, pdf)).status).toBe(200);
  });

  it('rejects an upload when the application was submitted during processing', async () => {
    const id = await createInState('Draft');
    const { pool } = services.database;
    const holding = await holdLocks(pool, 'select from application where id = $1 for update', [id]);
    const sent = send(id, pdf);
    // Waits until the upload is blocked by the lock: the file is processed and stored by then.
    await waitForLockWaits(pool);
    await holding.query("update application set state = 'SubmittedToInstructor' where id = $1", [id]);
    await holding.commit();
    expect((await sent).errors).toEqual(['applications.out_of_turn']);
    expect(await proofsOf(id)).toEqual([]);
  });

  it('lets the people of the application read a proof and records an audit entry', async () => {
    const id = await createInState('Draft');
    const { application } = await send(id, pdf);
    await step('candidate', id, 'submit-to-member');
    const proofId = application.proofs[0]?.id;
    const before = (await readingsOf()).length;
    for (const reader of ['candidate', 'instructor', 'store', 'staff'] as const)
      expect((await call(reader, 'GET', `/${id}/proofs/${proofId}`)).status).toBe(200);
    for (const stranger of ['otherInstructor', 'diver', 'guardian'] as const)
      expect((await call(stranger, 'GET', `/${id}/proofs/${proofId}`)).errors).toEqual(['not_found']);
    expect((await call(null, 'GET', `/${id}/proofs/${proofId}`)).status).toBe(401);
    expect((await readingsOf()).slice(before)).toEqual(
      (['instructor', 'store', 'staff'] as const).map((relation) => ({
        actor: affiliateIdOf(relation),
        data: { applicationId: id, relation, proofId, kind: 'first_aid' },
      })),
    );
  });

  it('returns 404 for a proof of another application', async () => {
    const id = await createInState('Draft');
    const { application } = await send(id, pdf);
    const other = await begin('diver');
    expect((await call('diver', 'GET', `/${other}/proofs/${application.proofs[0]?.id}`)).errors).toEqual(['not_found']);
    expect((await call('candidate', 'GET', `/${id}/proofs/${randomUUID()}`)).errors).toEqual(['not_found']);
  });
});

describe('deleting a proof', () => {
  it('removes it from the application and deletes its file', async () => {
    const id = await begin();
    const { application } = await send(id, pdf, { kind: 'medical', dated: '2026-10-01' });
    const [stored] = await proofsOf(id);
    const { body } = await call('candidate', 'DELETE', `/${id}/proofs/${application.proofs[0]?.id}`);
    expect(body.proofs).toEqual([]);
    expect(body.requirements.find(({ id: of }) => of === 'medical')?.isMet).toBe(false);
    expect((await call('candidate', 'DELETE', `/${id}/proofs/${application.proofs[0]?.id}`)).errors).toEqual([
      'not_found',
    ]);
    const jobs = await rows<{ data: { keys: string[] } }>(`select data from pgboss.job where name = 'files.delete'`);
    const job = jobs.find(({ data }) => data.keys.includes(stored?.file_key ?? ''));
    expect(await services.files.read(stored?.file_key ?? '')).not.toBeNull();
    await deleteFilesJob.run(run, job?.data ?? { keys: [] });
    expect(await services.files.read(stored?.file_key ?? '')).toBeNull();
  });

  it('updates the application, as an upload does', async () => {
    const id = await begin();
    const { application } = await send(id, pdf);
    await rows("update application set updated_at = '2026-01-01' where id = $1", [id]);
    await call('candidate', 'DELETE', `/${id}/proofs/${application.proofs[0]?.id}`);
    expect((await read(id)).updatedDate > '2026-01-02').toBe(true);
  });

  it('is allowed only while the applicant holds the application', async () => {
    const id = await createInState('Draft');
    const { application } = await send(id, pdf);
    await step('candidate', id, 'submit-to-member');
    const path = `/${id}/proofs/${application.proofs[0]?.id}`;
    for (const person of ['candidate', 'instructor', 'staff', 'store'] as const)
      expect((await call(person, 'DELETE', path)).errors).toEqual(['applications.out_of_turn']);
    expect((await call('diver', 'DELETE', path)).errors).toEqual(['not_found']);
    expect(await proofsOf(id)).toHaveLength(1);
  });

  it('deletes only files without a row in the sweep', async () => {
    const id = await begin();
    await send(id, pdf);
    const [stored] = await proofsOf(id);
    const fileKey = stored?.file_key ?? '';
    await sweepProof.run(run, { fileKey });
    expect(await services.files.read(fileKey)).not.toBeNull();
    await rows('delete from application_proof where application_id = $1', [id]);
    await sweepProof.run(run, { fileKey });
    expect(await services.files.read(fileKey)).toBeNull();
  });
});

describe('the picture of an outside card', () => {
  it('is shown to the people of the application that uses it', async () => {
    const id = await createInState('Draft');
    const card = await portal.request('candidate@demo.test', 'POST', '/api/ecards/outside', {
      agency: 'Northern Circle',
      level: 'Rescue',
      number: 'N-1',
      certDate: null,
    });
    const { id: outsideId } = card.json<{ id: string }>();
    const form = new FormData();
    form.set('imageFile', new Blob([new Uint8Array(photo)]), 'card');
    const body = new Response(form);
    await app.inject({
      method: 'POST',
      url: `/api/ecards/outside/${outsideId}/picture`,
      headers: {
        ...(await portal.headersOf('candidate@demo.test')),
        'content-type': body.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    const { version } = await read(id);
    await call('candidate', 'PUT', `/${id}`, { version, certificationCards: { rescue: { outsideId } } });
    await step('candidate', id, 'submit-to-member');
    const before = (await readingsOf()).length;
    for (const reader of ['candidate', 'instructor', 'staff'] as const) {
      const { answer } = await call(reader, 'GET', `/${id}/cards/rescue/picture`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
    expect((await readingsOf()).slice(before).map(({ data }) => data['place'])).toEqual(['rescue', 'rescue']);
    expect((await call('diver', 'GET', `/${id}/cards/rescue/picture`)).errors).toEqual(['not_found']);
    for (const place of ['advanced', 'nothing'])
      expect((await call('instructor', 'GET', `/${id}/cards/${place}/picture`)).errors).toEqual(['not_found']);
  });
});
