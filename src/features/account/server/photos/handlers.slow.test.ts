import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { PhotoInQueue, PhotoState, Profile } from '#features/account/shared/profile-contract.ts';
import { sweepPhoto } from './photo-files.ts';

const portal = await testPortal();
const { db, pool } = portal.services.database;
const folder = join(portal.env.DATA_DIR, 'files/person-photos');

const people = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  staff: 400_008,
};
type PersonName = keyof typeof people;
const emailOf = (name: PersonName) => `${name}@demo.test`;
const base = '/api/certifications/certifications/photos';

const plain = (width: number, height: number, background = '#204060') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = await plain(900, 1200)
  .withExif({ IFD0: { Copyright: 'canary' } })
  .jpeg()
  .toBuffer();

async function upload(as: PersonName, file: Buffer, fields: Record<string, string> = {}, field = 'imageFile') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'me.jpg');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `${base}/upload`,
    headers: { ...(await portal.headersOf(emailOf(as))), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
const uploaded = async (as: PersonName, fields: Record<string, string> = {}) => {
  const answer = await upload(as, jpeg, fields);
  expect(answer.statusCode).toBe(200);
  return answer.json<PhotoState>();
};
const get = (as: PersonName, of: PersonName, photoId?: string) =>
  portal.request(emailOf(as), 'POST', `${base}/getphoto`, { affiliateId: people[of], ...(photoId && { photoId }) });
const decide = (as: PersonName, of: PersonName, body: object) =>
  portal.request(emailOf(as), 'POST', `${base}/${people[of]}/decision`, body);
const approve = async (of: PersonName, photoId: string) => {
  expect((await decide('staff', of, { photoId, status: 'approved' })).statusCode).toBe(200);
};
const rowsOf = (name: PersonName) =>
  db.selectFrom('person_photo').selectAll().where('affiliate_id', '=', people[name]).orderBy('uploaded_at').execute();
const files = () => readdir(folder).catch((): string[] => []);
const auditOf = (action: string) => db.selectFrom('audit_entry').selectAll().where('action', '=', action).execute();
const context = { services: portal.services, database: portal.services.database } as unknown as JobContext;

/** Runs the queued file deletions. */
async function runDeletions(): Promise<void> {
  const { rows } = await pool.query<{ data: { keys: string[] } }>(
    "delete from pgboss.job where name = 'files.delete' returning data",
  );
  for (const { data } of rows) await deleteFilesJob.run(context, data);
}

beforeEach(async () => {
  await db.deleteFrom('person_photo').execute();
  await db.deleteFrom('mail_outbox').execute();
  await rm(folder, { recursive: true, force: true });
});

describe('a photo', () => {
  it('is stored encrypted as a square JPEG without metadata, and is pending', async () => {
    const answer = await uploaded('diver');
    expect(answer).toEqual({
      id: expect.any(String),
      status: 'pending',
      reason: null,
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const photo = await get('diver', 'diver');
    expect(photo.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 480 });
    expect(photo.rawPayload.includes('canary')).toBe(false);
    const [name = '', ...more] = await files();
    expect(more).toEqual([]);
    const stored = await readFile(join(folder, name));
    expect(stored.includes(photo.rawPayload.subarray(100, 200))).toBe(false);
    expect(stored.includes('JFIF')).toBe(false);
  });

  it('is part of the profile', async () => {
    const photo = await uploaded('diver');
    const profile = await portal.request(emailOf('diver'), 'GET', `/api/global/profiles/${people.diver}?profile=true`);
    const { photo: photoState } = profile.json<Profile>().profile ?? {};
    expect({ ...photoState, uploadedAt: Date.parse(photoState?.uploadedAt ?? '') }).toEqual({
      ...photo,
      uploadedAt: Date.parse(photo.uploadedAt),
    });
  });

  it('may be a PNG, and cropped', async () => {
    const left = await plain(300, 400, '#f00').png().toBuffer();
    const file = await plain(600, 400, '#00f')
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const crop = { cropX: '300', cropY: '0', cropWidth: '300', cropHeight: '300' };
    expect((await upload('diver', file, crop)).statusCode).toBe(200);
    const photo = sharp((await get('diver', 'diver')).rawPayload);
    expect(await photo.metadata()).toMatchObject({ width: 300, height: 300 });
    const [red = 255, , blue = 0] = await photo.extract({ left: 2, top: 150, width: 1, height: 1 }).raw().toBuffer();
    expect([red < 60, blue > 200]).toEqual([true, true]);
  });

  it.each<[string, () => Promise<Buffer>, Record<string, string>, number, string]>([
    ['a GIF named as a JPEG', () => plain(200, 200).gif().toBuffer(), {}, 415, 'account.photo_type'],
    [
      'an HTML page',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      {},
      415,
      'account.photo_type',
    ],
    ['half a photo', async () => jpeg.subarray(0, jpeg.length / 2), {}, 422, 'account.photo_damaged'],
    ['56 megapixels', () => plain(8_000, 7_000).png().toBuffer(), {}, 422, 'account.photo_pixels'],
    ['one pixel', () => plain(1, 1).png().toBuffer(), {}, 422, 'account.photo_pixels'],
    [
      'cropped outside the picture',
      async () => jpeg,
      { cropX: '800', cropY: '0', cropWidth: '200', cropHeight: '200' },
      422,
      'account.photo_crop',
    ],
    [
      'cropped without a height',
      async () => jpeg,
      { cropX: '0', cropY: '0', cropWidth: '200' },
      422,
      'account.photo_crop',
    ],
    [
      'more than 4.5 MB',
      async () => Buffer.concat([jpeg, Buffer.alloc(4_718_593 - jpeg.length)]),
      {},
      413,
      'request.too_large',
    ],
  ])('that is %s is rejected with its field, and nothing is stored', async (_name, make, fields, status, code) => {
    const answer = await upload('diver', await make(), fields);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ code, path: 'imageFile' }] });
    expect([await rowsOf('diver'), await files()]).toEqual([[], []]);
  });

  it('that is animated is rejected', async () => {
    const png = await plain(200, 200).png().toBuffer();
    const control = Buffer.from('000000086163544c000000020000000000000000', 'hex');
    const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect((await upload('diver', moving)).json()).toMatchObject({
      errors: [{ code: 'account.photo_animated', path: 'imageFile' }],
    });
  });

  it('of exactly 4.5 MB is accepted', async () => {
    // Bytes after the end of a JPEG are not part of the picture.
    expect((await upload('diver', Buffer.concat([jpeg, Buffer.alloc(4_718_592 - jpeg.length)]))).statusCode).toBe(200);
  });

  it.each([
    [{ cropX: '-1', cropY: '0', cropWidth: '200', cropHeight: '200' }, 'cropX'],
    [{ cropX: 'a', cropY: '0', cropWidth: '200', cropHeight: '200' }, 'cropX'],
    [{ affiliateId: '0' }, 'affiliateId'],
    [{ status: 'approved' }, 'status'],
  ])('with %j is rejected', async (fields, path) => {
    const answer = await upload('diver', jpeg, fields as unknown as Record<string, string>);
    expect([answer.statusCode, answer.json<{ errors: { path: string }[] }>().errors[0]?.path]).toEqual([400, path]);
    expect(await rowsOf('diver')).toEqual([]);
  });

  it('of a child can be uploaded and read by the guardian, which is audited', async () => {
    const before = [await auditOf('photo.uploaded'), await auditOf('photo.read')].map((entries) => entries.length);
    await uploaded('guardian', { affiliateId: String(people.minor) });
    expect(await rowsOf('minor')).toMatchObject([{ uploaded_by: people.guardian, status: 'pending' }]);
    expect((await get('guardian', 'minor')).statusCode).toBe(200);
    expect((await get('minor', 'minor')).statusCode).toBe(200);
    const after = [await auditOf('photo.uploaded'), await auditOf('photo.read')].map((entries) => entries.length);
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1]);
  });

  it('of another person returns 404 for reading, uploading and removing', async () => {
    const { id } = await uploaded('diver');
    for (const answer of [
      await get('student', 'diver'),
      await get('student', 'diver', id),
      await upload('student', jpeg, { affiliateId: String(people.diver) }),
      await upload('instructor', jpeg, { affiliateId: String(people.minor) }),
      await portal.request(emailOf('student'), 'DELETE', `${base}/${people.diver}`),
    ])
      expect([answer.statusCode, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
        404,
        'not_found',
      ]);
    // Another person's photo id is not found with the caller's affiliate id.
    expect((await get('student', 'student', id)).statusCode).toBe(404);
    expect(await rowsOf('diver')).toHaveLength(1);
    expect(await files()).toHaveLength(1);
  });

  it('can be read by staff, but not uploaded', async () => {
    await uploaded('diver');
    expect((await get('staff', 'diver')).statusCode).toBe(200);
    const answer = await upload('staff', jpeg, { affiliateId: String(people.diver) });
    expect(answer.json()).toMatchObject({ errors: [{ code: 'access.denied' }] });
  });

  it('that does not exist returns 404, and removing it succeeds', async () => {
    expect((await get('diver', 'diver')).statusCode).toBe(404);
    expect((await portal.request(emailOf('diver'), 'DELETE', `${base}/${people.diver}`)).statusCode).toBe(200);
  });
});

describe('a new photo', () => {
  it('replaces a pending or rejected one, whose file is deleted after the row', async () => {
    const first = await uploaded('diver');
    const second = await uploaded('diver');
    expect((await rowsOf('diver')).map(({ id }) => id)).toEqual([second.id]);
    expect(await files()).toHaveLength(2);
    await runDeletions();
    expect(await files()).toHaveLength(1);
    expect((await get('diver', 'diver', first.id)).statusCode).toBe(404);
    await decide('staff', 'diver', { photoId: second.id, status: 'rejected', reason: 'Too dark' });
    const third = await uploaded('diver');
    expect((await rowsOf('diver')).map(({ id }) => id)).toEqual([third.id]);
    await runDeletions();
    expect(await files()).toHaveLength(1);
  });

  it('replaces the approved one only when it is approved', async () => {
    const first = await uploaded('diver');
    await approve('diver', first.id);
    const second = await uploaded('diver');
    expect((await rowsOf('diver')).map(({ status }) => status)).toEqual(['approved', 'pending']);
    expect((await get('diver', 'diver', first.id)).statusCode).toBe(200);
    await approve('diver', second.id);
    expect((await rowsOf('diver')).map(({ id, status }) => [id, status])).toEqual([[second.id, 'approved']]);
    await runDeletions();
    expect(await files()).toHaveLength(1);
  });

  it('leaves one row when three are uploaded at the same time', async () => {
    await Promise.all([uploaded('diver'), uploaded('diver'), uploaded('diver')]);
    expect(await rowsOf('diver')).toHaveLength(1);
    await runDeletions();
    expect(await files()).toHaveLength(1);
    expect((await get('diver', 'diver')).statusCode).toBe(200);
  });

  it('whose row cannot be inserted does not change the former one, and its file is swept', async () => {
    const before = await uploaded('diver');
    await pool.query('alter table person_photo add constraint no_more check (false) not valid');
    const answer = await upload('diver', jpeg);
    await pool.query('alter table person_photo drop constraint no_more');
    expect(answer.statusCode).toBe(500);
    await runDeletions();
    expect((await rowsOf('diver')).map(({ id }) => id)).toEqual([before.id]);
    expect((await get('diver', 'diver')).statusCode).toBe(200);
    expect(await files()).toHaveLength(2);
    const { rows } = await pool.query<{ data: { affiliateId: number; fileKey: string } }>(
      "select data from pgboss.job where name = 'account.sweep-photo' and start_after > now()",
    );
    for (const { data } of rows) await sweepPhoto.run(context, data);
    expect(await files()).toHaveLength(1);
    expect((await get('diver', 'diver')).statusCode).toBe(200);
  });

  it('that cannot be stored returns 500 and inserts no row', async () => {
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'in the way');
    expect((await upload('diver', jpeg)).statusCode).toBe(500);
    expect(await rowsOf('diver')).toEqual([]);
  });

  it('is removed with the approved one and the files', async () => {
    await approve('diver', (await uploaded('diver')).id);
    await uploaded('diver');
    expect((await portal.request(emailOf('diver'), 'DELETE', `${base}/${people.diver}`)).body).toBe('null');
    await runDeletions();
    expect([await rowsOf('diver'), await files()]).toEqual([[], []]);
  });
});

describe('the decision', () => {
  const mails = () => db.selectFrom('mail_outbox').selectAll().orderBy('to_address').execute();

  it('lists pending photos, oldest first', async () => {
    const [first, second] = [await uploaded('minor'), await uploaded('diver')];
    await approve('diver', (await uploaded('diver')).id);
    const third = await uploaded('diver');
    const list = (await portal.request(emailOf('staff'), 'GET', `${base}/pending`)).json<{ items: PhotoInQueue[] }>()
      .items;
    expect(list.map(({ photoId, fullName, isMinor }) => [photoId, fullName, isMinor])).toEqual([
      [first.id, 'Ida Okafor', true],
      [third.id, 'Maren Lindqvist', false],
    ]);
    expect(second.id).not.toBe(third.id);
  });

  it('is made once, audited, and announced by mail', async () => {
    const before = (await auditOf('photo.rejected')).length;
    const { id } = await uploaded('diver');
    const rejection = { photoId: id, status: 'rejected', reason: ' The face cannot be seen. ' };
    expect((await decide('staff', 'diver', rejection)).json()).toMatchObject({
      id,
      status: 'rejected',
      reason: 'The face cannot be seen.',
    });
    const repeated = await decide('staff', 'diver', { photoId: id, status: 'approved' });
    expect([repeated.statusCode, repeated.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      409,
      'account.photo_decided',
    ]);
    expect(await rowsOf('diver')).toMatchObject([{ status: 'rejected', decided_by: people.staff }]);
    const entries = (await auditOf('photo.rejected')).slice(before);
    expect(entries).toMatchObject([{ actor_affiliate_id: people.staff, subject: `person:${people.diver}` }]);
    expect(JSON.stringify(entries)).not.toContain('face');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to_address: 'diver@demo.test', affiliate_id: people.diver });
    expect(mail?.text).toContain('The face cannot be seen.');
    expect(mail?.text).toContain(`${portal.env.BASE_URL}/profile`);
  });

  it('succeeds once when two are made at the same time', async () => {
    const { id } = await uploaded('diver');
    const answers = await Promise.all([
      decide('staff', 'diver', { photoId: id, status: 'approved' }),
      decide('staff', 'diver', { photoId: id, status: 'rejected', reason: 'No' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await mails()).toHaveLength(1);
  });

  it('about a child without an email address notifies the guardian', async () => {
    const { id } = await uploaded('guardian', { affiliateId: String(people.minor) });
    const setEmail = (email: string | null) =>
      db.updateTable('person').set({ email }).where('affiliate_id', '=', people.minor).execute();
    await setEmail(null);
    await approve('minor', id);
    await setEmail(emailOf('minor'));
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to_address: 'guardian@demo.test', affiliate_id: people.guardian });
    expect(mail?.text).toContain('Ida doesn’t have an email address with us');
    expect(mail?.text).toContain(`/profile?for=${people.minor}`);
  });

  it('returns 403 for anyone but staff', async () => {
    const { id } = await uploaded('minor');
    for (const as of ['minor', 'guardian', 'instructor'] as const)
      expect((await decide(as, 'minor', { photoId: id, status: 'approved' })).statusCode).toBe(403);
    expect((await portal.request(emailOf('instructor'), 'GET', `${base}/pending`)).statusCode).toBe(403);
  });

  it.each([
    [{ status: 'rejected' }, 400],
    [{ status: 'rejected', reason: '  ' }, 400],
    [{ status: 'pending' }, 400],
    [{ status: 'approved', photoId: 'x' }, 400],
    [{ status: 'approved', photoId: '7f3a1c9e-2b44-4a6d-9c01-5e8f0a1b2c3d' }, 404],
  ])('rejects %j and decides nothing', async (changed, status) => {
    const { id } = await uploaded('diver');
    expect((await decide('staff', 'diver', { photoId: id, ...changed })).statusCode).toBe(status);
    expect(await rowsOf('diver')).toMatchObject([{ status: 'pending' }]);
    expect(await mails()).toEqual([]);
  });

  it('returns 404 for another person’s photo', async () => {
    const { id } = await uploaded('diver');
    expect((await decide('staff', 'student', { photoId: id, status: 'approved' })).statusCode).toBe(404);
  });
});
