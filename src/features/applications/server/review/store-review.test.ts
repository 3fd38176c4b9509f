import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';

const portal = await testPortal();
const { call, rows, step, put, begin, fill, createInState, clear, read } = createApplicationsFixture(portal);
const photo = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#f4f4f0' } })
  .png()
  .toBuffer();

beforeEach(clear);

/** Uploads a proof of the applicant to a draft. */
async function upload(id: number, kind: string, name: string): Promise<void> {
  const form = new FormData();
  const fields = { key: randomUUID(), kind, name, dated: new Date().toISOString().slice(0, 10) };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(photo)]), 'proof');
  const body = new Response(form);
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/applications/Applications/${id}/proofs`,
    headers: {
      ...(await portal.headersOf('candidate@demo.test')),
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Submits an application naming the store, with a medical page and a first aid card. */
async function submitWithPapers(): Promise<{ id: number; medical: string; firstAid: string }> {
  const id = await begin();
  await fill(id);
  await upload(id, 'medical', 'Cardiology letter.png');
  await upload(id, 'first_aid', 'First aid.png');
  const submitted = await step('candidate', id, 'submit-to-member');
  expect(submitted.errors).toEqual([]);
  const proofs = await rows<{ id: string; kind: string }>(
    'select id, kind from application_proof where application_id = $1',
    [id],
  );
  const proofOf = (kind: string) => proofs.find((proof) => proof.kind === kind)?.id ?? '';
  return { id, medical: proofOf('medical'), firstAid: proofOf('first_aid') };
}

describe('a store named on an application', () => {
  it('sees that a medical is on file, but no medical documents', async () => {
    const { id, medical, firstAid } = await submitWithPapers();
    expect((await call('store', 'GET', `/${id}/proofs/${medical}`)).status).toBe(404);
    expect((await call('store', 'GET', `/${id}/proofs/${firstAid}`)).status).toBe(200);
    expect((await call('instructor', 'GET', `/${id}/proofs/${medical}`)).status).toBe(200);
    const seen = await read(id, 'store');
    expect(seen.proofs.map(({ kind }) => kind)).toEqual(['first_aid']);
    const requirement = seen.requirements.find(({ kind }) => kind === 'medical');
    expect(requirement).toMatchObject({ isMet: true, date: null, problem: null });
    expect(JSON.stringify(seen)).not.toContain('Cardiology');
    expect(JSON.stringify(await read(id, 'instructor'))).toContain('Cardiology');
    const { body } = await call<{ items: ApplicationRow[] }>('store', 'GET', '/assigned');
    expect(JSON.stringify(body)).not.toContain('Cardiology');
    expect(
      await rows(
        "select from audit_entry where action = 'application.proof.read' and data ->> 'proofId' = $1 and actor_affiliate_id = $2",
        [medical, affiliateIdOf('store')],
      ),
    ).toEqual([]);
  });

  it("can't read the applicant's forms that don't name it", async () => {
    const { id } = await submitWithPapers();
    const [record] = await rows<{ id: string }>('select id from form_record where affiliate_id = $1', [
      affiliateIdOf('candidate'),
    ]);
    const url = `/api/forms/Search/document/${record?.id}`;
    expect((await portal.request('store@demo.test', 'GET', url)).statusCode).toBe(404);
    expect((await read(id, 'store')).role).toBe('store');
  });

  it('does not see medical reasons of the instructor', async () => {
    const { id } = await submitWithPapers();
    await step('instructor', id, 'open');
    const reasons = [
      { field: 'medical', reason: 'The asthma test is missing.' },
      { field: 'statement', reason: 'Say more.' },
    ];
    expect((await step('instructor', id, 'return', { reasons })).status).toBe(200);
    const seen = await read(id, 'store');
    expect(seen.reasons).toEqual([{ field: 'statement', reason: 'Say more.' }]);
    expect(JSON.stringify(seen)).not.toContain('asthma');
  });

  it('can open it, and the instructor continues the review', async () => {
    const { id } = await submitWithPapers();
    const opened = await step('store', id, 'open');
    expect(opened.body).toMatchObject({ state: 'MemberReview', role: 'store' });
    expect(opened.body.steps.at(-1)).toMatchObject({ action: 'open', byRole: 'store', byName: 'Kelder Bay Diving' });
    const [notice] = await rows<{ message: string }>(
      "select message from notification where affiliate_id = $1 and kind = 'applications.opened' order by timestamp desc limit 1",
      [affiliateIdOf('candidate')],
    );
    expect(notice?.message).toContain('Kelder Bay Diving');
    expect((await step('instructor', id, 'open')).body.state).toBe('MemberReview');
  });

  it('can return it until the instructor decides, which notifies the instructor', async () => {
    const id = await createInState('MemberReview');
    expect((await step('store', id, 'return', { reasons: [] })).errors).toEqual([
      'applications.reason_missing reasons',
    ]);
    const returned = await step('store', id, 'return', { reasons: [{ field: 'statement', reason: 'Say more.' }] });
    expect(returned.body).toMatchObject({ state: 'Returned', reasons: [{ field: 'statement' }] });
    const notified = await rows<{ affiliate_id: number }>(
      "select affiliate_id from notification where kind = 'applications.returned' and message like '%Kelder Bay Diving%'",
    );
    expect(notified.map((row) => Number(row.affiliate_id)).toSorted()).toEqual(
      [affiliateIdOf('instructor'), affiliateIdOf('candidate')].toSorted(),
    );
    await clear();
    const decidedId = await createInState('SubmittedToAssociation');
    const late = await step('store', decidedId, 'return', { reasons: [{ field: 'statement', reason: 'Say more.' }] });
    expect(late.errors).toEqual(['applications.out_of_turn']);
  });

  it('can neither edit it nor send it to the association', async () => {
    const id = await createInState('MemberReview');
    expect((await put(id, { recommendation: 'Great.' }, 'store')).errors).toEqual(['applications.out_of_turn']);
    expect((await step('store', id, 'submit-to-association')).status).toBe(403);
  });
});
