import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { photoMaxBytes } from '#features/account/shared/rules.ts';
import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import { cardDay, createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { emailOf, demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { sweepPicture } from './picture-files.ts';

const portal = await testPortal();
const { call, clear, rows } = createCertificationsFixture(portal);
const base = 'ecards/outside';
const card = { agency: 'Northern Circle', level: 'Freediver 1', number: 'NF-1', certDate: '16-JUL-2022' };
const create = async (as: DemoPersonName, input: object = {}) =>
  (await call<OutsideCertification>(as, 'POST', base, { ...card, ...input })).body;
const count = async () => (await rows<{ count: number }>('select count(*)::int from outside_certification'))[0]?.count;
const folder = join(portal.env.DATA_DIR, 'files/outside-certifications');
const files = () => readdir(folder).catch((): string[] => []);
const context = { services: portal.services, database: portal.services.database } as unknown as JobContext;
const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#204060' } })
  .withExif({ IFD0: { Copyright: 'canary' } })
  .jpeg()
  .toBuffer();

const tiny = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();

async function upload(as: DemoPersonName, id: string, file: Buffer, field = 'imageFile') {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'card.jpg');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `/api/${base}/${id}/picture`,
    headers: { ...(await portal.headersOf(emailOf(as))), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

async function runDeletions(): Promise<void> {
  for (const { data } of await rows<{ data: { keys: string[] } }>(
    "delete from pgboss.job where name = 'files.delete' returning data",
  ))
    await deleteFilesJob.run(context, data);
}

beforeEach(async () => {
  await clear();
  await rm(folder, { recursive: true, force: true });
});

describe('outside certifications', () => {
  it('are stored as entered and visible to the owner only', async () => {
    const stored = await create('diver');
    expect(stored).toEqual({
      id: expect.any(String),
      ...card,
      hasPicture: false,
      status: 'pending',
      reason: null,
      equivalentLevelID: null,
    });
    expect(await create('diver', { number: '', certDate: null })).toMatchObject({ number: '', certDate: null });
    expect((await call<OutsideCertification[]>('diver', 'GET', base)).body).toHaveLength(2);
    for (const as of ['student', 'staff'] as const) expect((await call(as, 'GET', base)).body).toEqual([]);
  });

  it.each([
    ['agency', { agency: ' ' }],
    ['agency', { agency: 'x'.repeat(121) }],
    ['level', { level: '' }],
    ['number', { number: 'x'.repeat(61) }],
    ['certDate', { certDate: 20_220_716 }],
    ['isVerified', { isVerified: true }],
  ])('reject a wrong %s and store nothing', async (path, input) => {
    const { status, body } = await call('diver', 'POST', base, { ...card, ...input });
    expect([status, body.errors[0]?.code, body.errors[0]?.path]).toEqual([400, 'request.invalid', path]);
    expect(await count()).toBe(0);
  });

  it.each(['31-FEB-2026', '2022-07-16', '16-JUL-22', '01-JAN-1949', cardDay(1)])(
    'reject the date %s and store nothing',
    async (certDate) => {
      const { status, body } = await call('diver', 'POST', base, { ...card, certDate });
      expect([status, body.errors[0]?.code, body.errors[0]?.path]).toEqual([
        422,
        'certifications.bad_date',
        'certDate',
      ]);
      expect(await count()).toBe(0);
    },
  );

  it('are limited to fifty, even for concurrent requests', async () => {
    await rows(
      `insert into outside_certification (affiliate_id, agency, level)
       select $1, 'a', 'b' from generate_series(1, 48)`,
      [demoAffiliateIds.diver],
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('diver', 'POST', base, card)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.errors[0]?.code).toBe('certifications.too_many');
    expect(await count()).toBe(50);
  });

  it('are deleted with their picture by the owner', async () => {
    const { id } = await create('diver');
    await upload('diver', id, jpeg);
    expect((await call('student', 'DELETE', `${base}/${id}`)).status).toBe(404);
    expect(await count()).toBe(1);
    expect((await call('diver', 'DELETE', `${base}/${id}`)).status).toBe(200);
    expect((await call('diver', 'DELETE', `${base}/${id}`)).status).toBe(404);
    await runDeletions();
    expect([await count(), await files()]).toEqual([0, []]);
    expect((await call('diver', 'DELETE', `${base}/1`)).body.errors[0]?.path).toBe('id');
  });
});

describe('the picture', () => {
  it('is stored encrypted as a clean JPEG and visible to the owner only', async () => {
    const { id } = await create('diver');
    const answer = await upload('diver', id, jpeg);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, hasPicture: true }]);
    const { answer: shown } = await call('diver', 'GET', `${base}/${id}/picture`);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 600 });
    expect(shown.rawPayload.includes('canary')).toBe(false);
    const [stored] = await files();
    expect((await readFile(join(folder, stored ?? ''))).subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]));
    for (const as of ['student', 'staff'] as const)
      expect((await call(as, 'GET', `${base}/${id}/picture`)).status).toBe(404);
  });

  it('replaces the former one', async () => {
    const { id } = await create('diver');
    await upload('diver', id, jpeg);
    await upload('diver', id, jpeg);
    await runDeletions();
    expect(await files()).toHaveLength(1);
    expect((await call('diver', 'GET', `${base}/${id}/picture`)).status).toBe(200);
  });

  it('returns 404 before the upload', async () => {
    const { id } = await create('diver');
    expect((await call('diver', 'GET', `${base}/${id}/picture`)).status).toBe(404);
  });

  const noise = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(Math.max(0, bytes - jpeg.length))]);
  it.each([
    ['of more than 4.5 MB', noise(photoMaxBytes + 1), 413, 'request.too_large'],
    ['that is none', Buffer.from('%PDF-1.7 and so on'), 415, 'certifications.picture_type'],
    ['that is cut off', jpeg.subarray(0, 400), 422, 'certifications.picture_damaged'],
    ['that is tiny', tiny, 422, 'certifications.picture_pixels'],
  ])('rejects %s and stores nothing', async (_name, file, status, code) => {
    const { id } = await create('diver');
    const before = await files();
    const answer = await upload('diver', id, file);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([status, { code, path: 'imageFile' }]);
    expect(await files()).toEqual(before);
    expect((await call<OutsideCertification[]>('diver', 'GET', base)).body).toMatchObject([{ hasPicture: false }]);
  });

  it("must belong to one's own certification", async () => {
    const { id } = await create('diver');
    const before = await files();
    expect((await upload('student', id, jpeg)).statusCode).toBe(404);
    expect((await upload('diver', crypto.randomUUID(), jpeg)).statusCode).toBe(404);
    expect((await upload('diver', id, jpeg, 'other')).json().errors[0]).toMatchObject({ path: 'other' });
    expect(await files()).toEqual(before);
  });

  it('is swept only without a row', async () => {
    const { id } = await create('diver');
    await upload('diver', id, jpeg);
    const [row] = await rows<{ file_key: string }>('select file_key from outside_certification');
    const orphan = 'outside-certifications/orphan.jpg';
    await portal.services.files.put(orphan, Buffer.from('x'), 'application/octet-stream');
    for (const fileKey of [orphan, row?.file_key ?? ''])
      await sweepPicture.run(context, { affiliateId: demoAffiliateIds.diver, fileKey });
    expect(await portal.services.files.get(orphan)).toBeNull();
    const stored = await portal.services.files.get(row?.file_key ?? '');
    expect(await buffer(stored?.body ?? Readable.from([]))).not.toHaveLength(0);
  });
});
