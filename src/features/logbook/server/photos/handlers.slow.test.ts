import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { changeChannel } from '#features/logbook/server/change-events.ts';
import { sweepDivePhoto } from './photo-files.ts';

const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const folder = join(portal.env.DATA_DIR, 'files/dive-photos');
const context = { services, database: services.database } as unknown as JobContext;

const diver = 400_001;
const instructor = { affiliateId: 400_005, number: 100_001 };
const base = '/api/logbook/api/Image';

const plain = (width: number, height: number, background = '#204060') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = await plain(900, 600)
  .withExif({
    IFD0: { Copyright: 'canary' },
    IFD2: { DateTimeOriginal: '2026:09:01 10:15:30' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '57/1 42/1 0/1' },
  })
  .jpeg()
  .toBuffer();

let logId = '';
async function makeLog(status: LogStatus, of = diver): Promise<string> {
  const isTraining = status !== 'Logged';
  const { id } = await db
    .insertInto('dive_log')
    .values({
      affiliate_id: of,
      log_type: isTraining ? 'Training' : 'Recreational',
      status,
      dive_title: 'Boat dive',
      dive_location: 'Kelder Rock, St Abbs',
      dive_date: '2026-09-01',
      dive_type: 'Boat',
      max_depth_m: 12,
      bottom_time_min: 40,
      ...(isTraining && { memsys_member_number: instructor.number, skills: ['hand_signals'] }),
      ...(status === 'Verified' && { verified_at: new Date(), verified_by: instructor.affiliateId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
const setStatus = (status: LogStatus, to = logId) =>
  db
    .updateTable('dive_log')
    .set({
      status,
      verified_at: status === 'Verified' ? new Date() : null,
      verified_by: status === 'Verified' ? instructor.affiliateId : null,
      returned_by: status === 'Returned' ? instructor.affiliateId : null,
    })
    .where('id', '=', Number(to))
    .execute();

async function upload(file: Buffer, fields: Record<string, string> = {}, as = 'diver', to = logId, name = 'image') {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(name, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), '../a.jpg');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `${base}/UploadImage/${to}`,
    headers: {
      ...(await portal.headersOf(`${as}@demo.test`)),
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
async function uploaded(fields: Record<string, string> = {}): Promise<LogPhoto> {
  const answer = await upload(jpeg, fields);
  expect(answer.statusCode).toBe(200);
  return answer.json<LogPhoto>();
}
const list = (as = 'diver', of = logId) => portal.request(`${as}@demo.test`, 'GET', `${base}/GetImageList/${of}`);
const see = (photo: LogPhoto, as = 'diver') => portal.request(`${as}@demo.test`, 'GET', photo.url);
const remove = (photo: LogPhoto, as = 'diver', of = logId) =>
  portal.request(`${as}@demo.test`, 'DELETE', `${base}/DeleteImage/${of}/${photo.id}`);
const errorOf = (answer: { statusCode: number; json<Body>(): Body }) => {
  const [error] = answer.json<{ errors: { code: string; path?: string }[] }>().errors;
  return [answer.statusCode, error?.code, error?.path];
};
const rows = () => db.selectFrom('dive_photo').selectAll().orderBy('position').execute();
const files = () => readdir(folder).catch((): string[] => []);

/** Runs the queued file deletions. */
async function runDeletions(): Promise<void> {
  const jobs = await pool.query<{ data: { keys: string[] } }>(
    "delete from pgboss.job where name = 'files.delete' returning data",
  );
  for (const { data } of jobs.rows) await deleteFilesJob.run(context, data);
}

beforeEach(async () => {
  await db.deleteFrom('dive_photo').execute();
  await rm(folder, { recursive: true, force: true });
  logId = await makeLog('Logged');
});

describe('UploadImage', () => {
  it('stores a JPEG with a thumbnail and its time, and without location metadata', async () => {
    const photo = await uploaded();
    expect(photo).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${base}/GetImage/${logId}/${photo.id}`,
      thumb_url: `${base}/GetImage/${logId}/${photo.id}?size=thumb`,
      width: 900,
      height: 600,
      caption: '',
      taken_at: '2026-09-01T10:15:30',
    });
    expect((await list()).json()).toEqual([photo]);
    expect(jpeg.includes('canary')).toBe(true);
    for (const [url, width] of [
      [photo.url, 900],
      [photo.thumb_url, 480],
    ] as const) {
      const answer = await portal.request('diver@demo.test', 'GET', url);
      expect(answer.headers['content-type']).toBe('image/jpeg');
      const { format, exif, width: seen } = await sharp(answer.rawPayload).metadata();
      expect([format, exif, seen]).toEqual(['jpeg', undefined, width]);
    }
  });

  it('rotates it upright and limits it to 2560 pixels', async () => {
    const file = await plain(4_000, 3_000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await upload(file)).json()).toMatchObject({ width: 1_920, height: 2_560 });
  });

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['a GIF by the name of a JPEG', () => plain(200, 200).gif().toBuffer(), 415, 'logbook.photo_type'],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'logbook.photo_type'],
    ['a drawing with a script', async () => Buffer.from('<svg onload="alert(1)"/>'), 415, 'logbook.photo_type'],
    ['half a photo', async () => jpeg.subarray(0, jpeg.length / 2), 422, 'logbook.photo_damaged'],
    ['56 megapixels', () => plain(8_000, 7_000).png().toBuffer(), 422, 'logbook.photo_pixels'],
    [
      'more than 10 MB',
      async () => Buffer.concat([jpeg, Buffer.alloc(10_485_761 - jpeg.length)]),
      413,
      'request.too_large',
    ],
  ])('rejects %s at its field and stores nothing', async (_name, make, status, code) => {
    expect(errorOf(await upload(await make()))).toEqual([status, code, 'image']);
    expect([await rows(), await files()]).toEqual([[], []]);
  });

  it('rejects an animated image', async () => {
    const png = await plain(200, 200).png().toBuffer();
    const control = Buffer.from('000000086163544c000000020000000000000000', 'hex');
    const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(errorOf(await upload(moving))).toEqual([422, 'logbook.photo_animated', 'image']);
  });

  it('accepts exactly 10 MB', async () => {
    // Data after the end of a JPEG is not part of the image.
    expect((await upload(Buffer.concat([jpeg, Buffer.alloc(10_485_760 - jpeg.length)]))).statusCode).toBe(200);
  });

  it.each([
    [{ key: 'mine' }, 'key'],
    [{ caption: 'x' }, 'caption'],
  ])('rejects %j', async (fields, path) => {
    expect(errorOf(await upload(jpeg, fields as unknown as Record<string, string>))).toEqual([
      400,
      'request.invalid',
      path,
    ]);
    expect([await rows(), await files()]).toEqual([[], []]);
  });

  it('stores a photo once when sent twice, also concurrently', async () => {
    const key = crypto.randomUUID();
    const first = await Promise.all([uploaded({ key }), uploaded({ key: key.toUpperCase() }), uploaded({ key })]);
    expect(new Set(first.map(({ id }) => id))).toEqual(new Set([key]));
    expect(await uploaded({ key })).toEqual(first[0]);
    expect(await rows()).toHaveLength(1);
    expect(await files()).toHaveLength(2);
  });
});

describe('the photo limit', () => {
  const fill = (photos: number) =>
    pool.query(
      `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position)
       select $1, $2, 'x', 'x', 1, 1, n from generate_series(1, $3) n`,
      [diver, logId, photos],
    );

  it('rejects the twenty-first photo and leaves no file', async () => {
    await fill(20);
    expect(errorOf(await upload(jpeg))).toEqual([409, 'logbook.too_many_photos', 'image']);
    expect([(await rows()).length, await files()]).toEqual([20, []]);
  });

  it('holds when three uploads compete for one place', async () => {
    await fill(19);
    const answers = await Promise.all([upload(jpeg), upload(jpeg), upload(jpeg)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect([(await rows()).length, (await files()).length]).toEqual([20, 2]);
    expect((await rows()).at(-1)?.position).toBe(20);
  });
});

describe('access to photos', () => {
  it('is limited to the diver for drafts and logged dives', async () => {
    const photo = await uploaded();
    for (const as of ['student', 'instructor', 'staff', 'guardian']) {
      expect(errorOf(await list(as))).toEqual([404, 'not_found', undefined]);
      expect(errorOf(await see(photo, as))).toEqual([404, 'not_found', undefined]);
    }
    expect((await see(photo)).statusCode).toBe(200);
  });

  it.each<[LogStatus, number]>([
    ['Draft', 404],
    ['Pending', 200],
    ['Returned', 200],
    ['Verified', 200],
  ])('returns to the instructor of a dive in state %s: %i', async (status, wanted) => {
    logId = await makeLog('Draft');
    const photo = await uploaded();
    await setStatus(status);
    expect([(await list('instructor')).statusCode, (await see(photo, 'instructor')).statusCode]).toEqual([
      wanted,
      wanted,
    ]);
    expect((await see(photo, 'student')).statusCode).toBe(404);
  });

  it('is denied to other professionals and inactive ones', async () => {
    logId = await makeLog('Draft');
    const photo = await uploaded();
    await setStatus('Pending');
    const change = (set: string) => pool.query(`update person set ${set} where affiliate_id = 400005`);
    await change('member_number = 100002');
    expect((await see(photo, 'instructor')).statusCode).toBe(404);
    await change("member_number = 100001, member_status = 'Inactive'");
    expect((await see(photo, 'instructor')).statusCode).toBe(404);
    await change("member_status = 'Active'");
    expect((await see(photo, 'instructor')).statusCode).toBe(200);
  });

  it('ends when the dive is deleted', async () => {
    const photo = await uploaded();
    await db.updateTable('dive_log').set({ deleted_at: new Date() }).where('id', '=', Number(logId)).execute();
    expect([(await list()).statusCode, (await see(photo)).statusCode]).toEqual([404, 404]);
    expect((await upload(jpeg)).statusCode).toBe(404);
  });

  it("requires the dive's own id", async () => {
    const { id } = await uploaded();
    const other = await makeLog('Logged');
    for (const path of [`${other}/${id}`, `${logId}/${crypto.randomUUID()}`, `999999999/${id}`])
      expect((await portal.request('diver@demo.test', 'GET', `${base}/GetImage/${path}`)).statusCode).toBe(404);
    for (const path of [`0/${id}`, `1%20or%201/${id}`, `${logId}/1`])
      expect((await portal.request('diver@demo.test', 'GET', `${base}/GetImage/${path}`)).statusCode).toBe(400);
  });

  it('allows private caching with revalidation per user', async () => {
    const photo = await uploaded();
    const first = await see(photo);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' });
    const etag = String(first.headers.etag);
    const ask = async (as: string, url: string) =>
      portal.app.inject({ url, headers: { ...(await portal.headersOf(`${as}@demo.test`)), 'if-none-match': etag } });
    const revalidated = await ask('diver', photo.url);
    expect([revalidated.statusCode, revalidated.body, revalidated.headers.etag]).toEqual([304, '', etag]);
    expect((await ask('diver', photo.thumb_url)).statusCode).toBe(200);
    expect((await ask('student', photo.url)).statusCode).toBe(404);
    expect((await portal.app.inject({ url: photo.url, headers: { 'if-none-match': etag } })).statusCode).toBe(401);
  });
});

describe('changing photos', () => {
  it('is limited to the diver', async () => {
    const photo = await uploaded();
    for (const as of ['student', 'instructor', 'staff'])
      for (const answer of [await upload(jpeg, {}, as), await remove(photo, as)])
        expect(errorOf(answer)).toEqual([404, 'not_found', undefined]);
    expect(await rows()).toHaveLength(1);
    expect(await files()).toHaveLength(2);
  });

  it('is rejected while the instructor reviews the dive, also after a concurrent submission', async () => {
    logId = await makeLog('Draft');
    const photo = await uploaded();
    await setStatus('Pending');
    for (const answer of [await upload(jpeg), await remove(photo)])
      expect(errorOf(answer).slice(0, 2)).toEqual([409, 'logbook.locked']);
    await setStatus('Verified');
    await uploaded();
    expect((await remove(photo)).body).toBe('null');
  });

  it('leaves no file when the dive was submitted during processing', async () => {
    logId = await makeLog('Draft');
    const holder = await holdLocks(pool, "update dive_log set status = 'Pending' where id = $1", [logId]);
    const answer = upload(jpeg);
    await waitForLockWaits(pool);
    await holder.commit();
    expect(errorOf(await answer).slice(0, 2)).toEqual([409, 'logbook.locked']);
    expect([await rows(), await files()]).toEqual([[], []]);
  });

  it("notifies the diver's open pages", async () => {
    const events = services.pubsub.subscribe(changeChannel(diver));
    const photo = await uploaded();
    expect((await events.next()).value).toEqual({ id: logId });
    await remove(photo);
    expect((await events.next()).value).toEqual({ id: logId });
    await events.return?.();
  });

  it('deletes the files after the row', async () => {
    const photo = await uploaded();
    expect((await remove(photo)).body).toBe('null');
    expect([await rows(), (await files()).length]).toEqual([[], 2]);
    await runDeletions();
    expect(await files()).toEqual([]);
    expect((await see(photo)).statusCode).toBe(404);
    expect((await remove(photo)).statusCode).toBe(404);
  });

  it("fails when the row can't be written, and the files are swept", async () => {
    const before = await uploaded();
    await pool.query('alter table dive_photo add constraint no_more check (false) not valid');
    const answer = await upload(jpeg);
    await pool.query('alter table dive_photo drop constraint no_more');
    expect([answer.statusCode, (await files()).length]).toEqual([500, 4]);
    const jobs = await pool.query<{ data: { affiliateId: number; fileKey: string; thumbKey: string } }>(
      "select data from pgboss.job where name = 'logbook.sweep-photo' and start_after > now()",
    );
    for (const { data } of jobs.rows) await sweepDivePhoto.run(context, data);
    expect(await files()).toHaveLength(2);
    expect((await see(before)).statusCode).toBe(200);
  });
});

describe('updatePhotos', () => {
  const arrange = async (photos: { id: string; caption: string }[], as = 'diver') =>
    (await portal.graphql(`${as}@demo.test`, documents.photos, { id: logId, photos })).json<{
      data: { updatePhotos: LogPhoto[] } | null;
      errors?: { extensions: { code: string } }[];
    }>();
  const named = ({ id }: LogPhoto, caption = '') => ({ id, caption });

  it('stores the order and the captions', async () => {
    const [first, second, third] = [await uploaded(), await uploaded(), await uploaded()];
    const { data } = await arrange([named(third, ' A wolffish '), named(first), named(second, '<b>Kelp</b>')]);
    expect(data?.updatePhotos.map(({ id, caption }) => [id, caption])).toEqual([
      [third.id, 'A wolffish'],
      [first.id, ''],
      [second.id, '<b>Kelp</b>'],
    ]);
    expect((await list()).json()).toEqual(data?.updatePhotos);
    // A new photo still comes last.
    const last = await uploaded();
    expect((await list()).json<LogPhoto[]>().at(-1)?.id).toBe(last.id);
  });

  it('rejects missing, unknown or duplicate photos and changes nothing', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    for (const photos of [
      [named(second)],
      [named(second, 'x'), named(first), { id: crypto.randomUUID(), caption: '' }],
      [named(second, 'x'), named(second, 'x')],
    ])
      expect((await arrange(photos)).errors?.[0]?.extensions.code).toBe('logbook.stale');
    expect((await list()).json<LogPhoto[]>()).toEqual([first, second]);
  });

  it('is rejected for others and while the instructor reviews the dive', async () => {
    logId = await makeLog('Draft');
    const photo = await uploaded();
    expect((await arrange([named(photo, 'x')], 'instructor')).errors?.[0]?.extensions.code).toBe('not_found');
    await setStatus('Pending');
    expect((await arrange([named(photo, 'x')])).errors?.[0]?.extensions.code).toBe('logbook.locked');
    expect((await rows())[0]?.caption).toBe('');
  });
});
