import { beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { emailOf, demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { OutsideCertification, OutsideInQueue } from '#features/certifications/shared/contract.ts';

const portal = await testPortal();
const { call, clear, rows } = createCertificationsFixture(portal);
const base = 'ecards/outside';
const card = { agency: 'Northern Circle', level: 'Rescue 2', number: 'NF-1', certDate: '16-JUL-2022' };
const picture = (color: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const dark = await picture('#000');

async function upload(as: DemoPersonName, id: string, file: Buffer) {
  const form = new FormData();
  form.append('imageFile', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'card.jpg');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `/api/${base}/${id}/picture`,
    headers: { ...(await portal.headersOf(emailOf(as))), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

async function send(as: DemoPersonName, input: object = {}): Promise<string> {
  const { id } = (await call<OutsideCertification>(as, 'POST', base, { ...card, ...input })).body;
  await upload(as, id, dark);
  return id;
}

const page = async (query = '') =>
  (await call<{ total: number; items: OutsideInQueue[] }>('staff', 'GET', `${base}/pending${query}`)).body;
const waiting = async () => (await page()).items;
const momentOf = async (id: string) => (await waiting()).find((row) => row.id === id)?.uploadedAt ?? '';
const decide = (id: string, body: object, as: DemoPersonName | null = 'staff', of: DemoPersonName = 'diver') =>
  call<OutsideCertification>(as, 'POST', `${base}/${demoAffiliateIds[of]}/${id}/decision`, body);
const own = async (as: DemoPersonName = 'diver') =>
  ((await call<OutsideCertification[]>(as, 'GET', base)).body as OutsideCertification[])[0];
const listNotifications = () => rows<{ kind: string }>('select kind, message from notification order by kind');
const stateOf = async (id: string) =>
  (await rows('select status, reason, decided_by::int, decided_at from outside_certification where id = $1', [id]))[0];
const undecided = { status: 'pending', reason: null, decided_by: null, decided_at: null };

beforeEach(clear);

describe('reviewing the picture of an outside card', () => {
  it('lists pending pictures oldest first, in pages', async () => {
    await call('diver', 'POST', base, card);
    const [diver, minor] = [await send('diver'), await send('minor', { certDate: null })];
    expect(await waiting()).toEqual([
      {
        ...card,
        id: diver,
        affiliateId: demoAffiliateIds.diver,
        fullName: 'Maren Lindqvist',
        isMinor: false,
        uploadedAt: expect.stringMatching(/Z$/),
      },
      {
        ...card,
        certDate: null,
        id: minor,
        affiliateId: demoAffiliateIds.minor,
        fullName: 'Ida Okafor',
        isMinor: true,
        uploadedAt: expect.any(String),
      },
    ]);
  });

  it('is limited to staff and records an audit entry', async () => {
    const id = await send('diver');
    const url = `${base}/${demoAffiliateIds.diver}/${id}/picture`;
    for (const [as, status] of [
      [null, 401],
      ['diver', 403],
      ['instructor', 403],
      ['store', 403],
    ] as const) {
      expect((await call(as, 'GET', `${base}/pending`)).status).toBe(status);
      expect((await call(as, 'GET', url)).status).toBe(status);
      expect((await decide(id, { uploadedAt: await momentOf(id), status: 'approved' }, as)).status).toBe(status);
    }
    const { answer } = await call('staff', 'GET', url);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(400);
    const [entry] = await rows("select action, subject from audit_entry where action = 'outside_card.read'");
    expect(entry).toEqual({ action: 'outside_card.read', subject: `person:${demoAffiliateIds.diver}` });
    expect(await stateOf(id)).toEqual(undecided);
  });

  it('approves it, notifies the owner and removes it from the queue', async () => {
    const id = await send('diver');
    expect((await own())?.status).toBe('pending');
    const { body } = await decide(id, { uploadedAt: await momentOf(id), status: 'approved' });
    expect(body).toMatchObject({ id, status: 'approved', reason: null, hasPicture: true });
    expect(await own()).toEqual(body);
    expect(await waiting()).toEqual([]);
    expect(await listNotifications()).toMatchObject([{ kind: 'certifications.outside_approved' }]);
    expect(await rows('select from mail_outbox')).toEqual([]);
  });

  it('sets the equivalent level, which staff can change and a new picture resets', async () => {
    const id = await send('diver');
    const uploadedAt = await momentOf(id);
    const approve = (input: object) => decide(id, { uploadedAt, status: 'approved', ...input });
    for (const [equivalentLevelID, expectedStatus] of [
      [12, 422],
      [-1, 422],
      [2 ** 53, 400],
      ['Rescue', 400],
      [1.5, 400],
    ] as const) {
      const { status, body } = await approve({ equivalentLevelID });
      expect([status, body.errors[0]?.path]).toEqual([expectedStatus, 'equivalentLevelID']);
    }
    expect(await stateOf(id)).toEqual(undecided);
    expect((await approve({})).body.equivalentLevelID).toBeNull();
    expect((await approve({})).status).toBe(409);
    expect((await approve({ equivalentLevelID: 40 })).body.equivalentLevelID).toBe(40);
    expect((await own())?.equivalentLevelID).toBe(40);
    expect((await decide(id, { uploadedAt, status: 'rejected', reason: 'No.' })).status).toBe(409);
    expect((await approve({ equivalentLevelID: null })).body.equivalentLevelID).toBeNull();
    await approve({ equivalentLevelID: 30 });
    expect(await listNotifications()).toHaveLength(1);
    const [entry] = await rows("select data from audit_entry where action = 'outside_card.approved' order by seq desc");
    expect(entry).toEqual({ data: { relation: 'staff', id, equivalentLevelID: 30 } });
    const replaced = await upload('diver', id, await picture('#ccc'));
    expect(replaced.json()).toMatchObject({ status: 'pending', equivalentLevelID: null });
  });

  it("leaves a clerk's own card to a colleague", async () => {
    const id = await send('staff');
    const answer = await decide(id, { uploadedAt: await momentOf(id), status: 'approved' }, 'staff', 'staff');
    expect(answer.status).toBe(403);
    expect(await stateOf(id)).toEqual(undecided);
  });

  it('rejects it with a reason, after which the owner can upload another', async () => {
    const id = await send('diver');
    const uploadedAt = await momentOf(id);
    const { body } = await decide(id, { uploadedAt, status: 'rejected', reason: ' Too dark. ' });
    expect(body).toMatchObject({ status: 'rejected', reason: 'Too dark.' });
    expect(await listNotifications()).toMatchObject([
      { kind: 'certifications.outside_rejected', message: expect.stringContaining('Too dark.') },
    ]);
    expect((await rows<{ text: string }>('select text from mail_outbox'))[0]?.text).toContain('Too dark.');
    const replaced = await upload('diver', id, await picture('#ccc'));
    expect(replaced.json()).toMatchObject({ status: 'pending', reason: null });
    expect(await stateOf(id)).toEqual(undecided);
    expect((await momentOf(id)) > uploadedAt).toBe(true);
    const [entry] = await rows("select data from audit_entry where action = 'outside_card.rejected'");
    expect(entry).toEqual({ data: { relation: 'staff', id } });
  });

  it('decides once; the first decision wins', async () => {
    const id = await send('diver');
    const uploadedAt = await momentOf(id);
    const answers = await Promise.all([
      decide(id, { uploadedAt, status: 'approved' }),
      decide(id, { uploadedAt, status: 'rejected', reason: 'No.' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.errors[0]?.code).toBe('certifications.picture_decided');
    expect(await listNotifications()).toHaveLength(1);
  });

  it('rejects a decision about the previous picture', async () => {
    const id = await send('diver');
    const uploadedAt = await momentOf(id);
    await upload('diver', id, await picture('#ccc'));
    const late = await decide(id, { uploadedAt, status: 'approved' });
    expect([late.status, late.body.errors[0]?.code]).toEqual([409, 'certifications.picture_changed']);
    expect(await stateOf(id)).toEqual(undecided);
    expect(await listNotifications()).toEqual([]);
  });

  it("returns 404 for another person's id, without a picture, or after removal", async () => {
    const id = await send('diver');
    const uploadedAt = await momentOf(id);
    const { id: bare } = (await call<OutsideCertification>('diver', 'POST', base, card)).body;
    const approved = { uploadedAt, status: 'approved' };
    expect((await decide(id, approved, 'staff', 'student')).status).toBe(404);
    expect((await decide(bare, approved)).status).toBe(404);
    expect((await call('staff', 'GET', `${base}/${demoAffiliateIds.student}/${id}/picture`)).status).toBe(404);
    expect((await call('staff', 'GET', `${base}/${demoAffiliateIds.diver}/${bare}/picture`)).status).toBe(404);
    await call('diver', 'DELETE', `${base}/${id}`);
    expect((await decide(id, approved)).status).toBe(404);
  });

  it.each([
    [{ status: 'approved' }, 'uploadedAt'],
    [{ uploadedAt: 'yesterday', status: 'approved' }, 'uploadedAt'],
    [{ uploadedAt: '2026-01-01T00:00:00.000Z', status: 'perhaps' }, 'status'],
    [{ uploadedAt: '2026-01-01T00:00:00.000Z', status: 'rejected' }, 'reason'],
    [{ uploadedAt: '2026-01-01T00:00:00.000Z', status: 'rejected', reason: ' ' }, 'reason'],
    [{ uploadedAt: '2026-01-01T00:00:00.000Z', status: 'rejected', reason: 'x'.repeat(501) }, 'reason'],
  ])('rejects %j', async (body, path) => {
    const id = await send('diver');
    const { status, body: answer } = await decide(id, body);
    expect([status, answer.errors[0]?.path]).toEqual([400, path]);
    expect(await stateOf(id)).toEqual(undecided);
  });

  it('records an audit entry once an hour for the list', async () => {
    await rows('delete from outside_certification');
    await send('guardian');
    await waiting();
    await waiting();
    const entries = await rows(
      `select from audit_entry where action = 'outside_card.queue_read' and data -> 'affiliateIds' @> $1::jsonb`,
      [JSON.stringify([demoAffiliateIds.guardian])],
    );
    expect(entries).toHaveLength(1);
  });
});
