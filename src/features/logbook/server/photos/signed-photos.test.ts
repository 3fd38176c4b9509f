import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encryptFile } from '#platform/server/crypto/secrets.ts';
import { signFileUrl } from '#platform/server/files/signed-files.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal({ SIGNED_FILES: 'true' });
const { env, services } = portal;
const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#204060' } })
  .jpeg()
  .toBuffer();

const purpose = 'dive-photo';
const encrypt = (keys: readonly string[], key: string) => encryptFile(keys, purpose, key, jpeg);

/** A photo of the diver whose decrypted bytes are known. */
async function addPhoto(name: string): Promise<{ url: string; key: string }> {
  const key = `dive-photos/${name}.jpg`;
  await services.files.put(key, encrypt(env.SECRET_KEYS, key), 'application/octet-stream');
  const { rows } = await services.database.pool.query<{ url: string }>(
    `with log as (
       insert into dive_log (affiliate_id, log_type, dive_title) values (400001, 'Recreational', 'Kelp') returning id
     )
     insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position)
     select 400001, id, $1, $1, 90, 60, 1 from log
     returning '/api/logbook/api/Image/GetImage/' || log_id || '/' || id as url`,
    [key],
  );
  return { url: rows[0]?.url ?? '', key };
}

const getAddress = async (email: string | null, url: string) => portal.request(email, 'GET', url);
const fetchAnonymously = (url: string) => portal.app.inject({ url });
const isMissing = async (url: string) => (await fetchAnonymously(url)).statusCode === 404;

describe('a photo with SIGNED_FILES', () => {
  it('is redirected to an address that a cache may keep until it expires', async () => {
    const { url } = await addPhoto('kelp');
    const redirect = await getAddress('diver@demo.test', url);
    expect(redirect.statusCode).toBe(303);
    expect(redirect.headers['cache-control']).toBe('private, no-store');
    const address = String(redirect.headers['location']);
    expect(address).toMatch(/^\/files\/\d+\/[\w-]{43}\/dive-photo\/dive-photos\/kelp\.jpg$/);
    const image = await fetchAnonymously(address);
    expect(image.rawPayload).toEqual(jpeg);
    expect(image.headers['content-type']).toBe('image/jpeg');
    const [, maxAgeS] = /^public, max-age=(\d+), immutable$/.exec(String(image.headers['cache-control'])) ?? [];
    const validS = Number(address.split('/')[2]) - Date.now() / 1_000;
    expect(Number(maxAgeS)).toBeLessThanOrEqual(validS + 1);
    expect(validS).toBeGreaterThan(290);
    expect(validS).toBeLessThanOrEqual(600);
    // The same address, so the cache stores the file once.
    const sameInterval = new Date((Number(address.split('/')[2]) - 2 * 300) * 1_000);
    expect(signFileUrl(env, { key: 'dive-photos/kelp.jpg', purpose }, sameInterval)).toBe(address);
  });

  it('is decrypted', async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'a.jpg');
    const body = new Response(form);
    const { url } = await addPhoto('beside');
    const [, logId] = /GetImage\/(\d+)\//.exec(url) ?? [];
    const uploaded = await portal.app.inject({
      method: 'POST',
      url: `/api/logbook/api/Image/UploadImage/${logId}`,
      headers: {
        ...(await portal.headersOf('diver@demo.test')),
        'content-type': body.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    const { url: photoUrl } = uploaded.json<{ url: string }>();
    const address = String((await getAddress('diver@demo.test', photoUrl)).headers['location']);
    expect(address).toContain('/dive-photo/');
    const image = await fetchAnonymously(address);
    expect((await sharp(image.rawPayload).metadata()).width).toBe(90);
    // Encrypted files are never sent as they are stored.
    expect(await isMissing(address.replace('/dive-photo/', '/plain/'))).toBe(true);
  });

  it.each(['student@demo.test', 'store@demo.test', null])('has no address for %s', async (email) => {
    const { url } = await addPhoto(`private-${email}`.replace('@', '-'));
    const answer = await getAddress(email, url);
    expect(answer.statusCode).toBe(email === null ? 401 : 404);
    expect(answer.headers['location']).toBeUndefined();
  });
});

describe('a signed address', () => {
  it('cannot be changed to another file, time or purpose, and not be guessed', async () => {
    const [mine, other] = [await addPhoto('mine'), await addPhoto('other')];
    const address = String((await getAddress('diver@demo.test', mine.url)).headers['location']);
    const [, , expires = '', signature = ''] = address.split('/');
    expect(await isMissing(address)).toBe(false);
    expect(await isMissing(address.replace(mine.key, other.key))).toBe(true);
    expect(await isMissing(address.replace(expires, String(Number(expires) + 300)))).toBe(true);
    expect(await isMissing(address.replace('/dive-photo/', '/person-photo/'))).toBe(true);
    expect(await isMissing(address.replace(signature, ''))).toBe(true);
    const wrong = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await isMissing(address.replace(signature, wrong))).toBe(true);
    expect(await isMissing(`/files/${expires}/${'A'.repeat(43)}/${purpose}/${mine.key}`)).toBe(true);
    expect(await isMissing(`/files/NaN/${signature}/${purpose}/${mine.key}`)).toBe(true);
  });

  it('ends, and cannot leave the store', async () => {
    const { key } = await addPhoto('old');
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await isMissing(signFileUrl(env, { key, purpose }, at(0)))).toBe(false);
    expect(await isMissing(signFileUrl(env, { key, purpose }, at(-10)))).toBe(true);
    // Encoded, so that it is not resolved before it arrives.
    const path = '..%2f..%2fsecret';
    const traversal = signFileUrl(env, { key: decodeURIComponent(path), purpose }, at(0));
    const answer = await fetchAnonymously(traversal.replace(decodeURIComponent(path), path));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('stays valid while SECRET_KEY is rotated', async () => {
    const { key } = await addPhoto('rotated');
    const former = { SECRET_KEYS: [...env.SECRET_KEYS] as [string] };
    const address = signFileUrl(former, { key, purpose }, new Date());
    env.SECRET_KEYS.unshift('a-new-key-of-the-rotation-that-is-long-enough');
    expect(signFileUrl(env, { key, purpose }, new Date())).not.toBe(address);
    expect(await isMissing(address)).toBe(false);
    env.SECRET_KEYS.shift();
  });

  it('does not exist without the setting', async () => {
    const direct = await testPortal();
    const { key } = await addPhoto('direct');
    await direct.services.files.put(key, encrypt(direct.env.SECRET_KEYS, key), 'application/octet-stream');
    const url = signFileUrl(direct.env, { key, purpose }, new Date());
    expect((await direct.app.inject({ url })).headers['content-type']).not.toBe('image/jpeg');
  });
});

describe('SERVE=files', () => {
  it('serves signed addresses and nothing else', async () => {
    const { app, services: ownServices, env: ownEnv } = await testPortal({ SERVE: 'files', SIGNED_FILES: 'true' });
    const key = 'dive-photos/role.jpg';
    await ownServices.files.put(key, encrypt(ownEnv.SECRET_KEYS, key), 'application/octet-stream');
    const address = signFileUrl(ownEnv, { key, purpose }, new Date());
    expect((await app.inject({ url: address })).rawPayload).toEqual(jpeg);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    for (const url of ['/', '/api/desk/counts', '/sso/jwks', '/api/account/session'])
      expect((await app.inject({ url })).statusCode).toBe(404);
  });
});

describe('a person photo with SIGNED_FILES', () => {
  it('is redirected, and each access is still audited', async () => {
    await services.files.put('person-photos/maren.jpg', jpeg, 'image/jpeg');
    const affiliateId = 400_001;
    await services.database.pool.query(
      `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_at)
       values ($1, 'person-photos/maren.jpg', 'approved', $1, now())`,
      [affiliateId],
    );
    const countReads = async () => {
      const found = await services.database.pool.query(
        "select from audit_entry where subject = $1 and action = 'photo.read'",
        [`person:${affiliateId}`],
      );
      return found.rowCount ?? 0;
    };
    const before = await countReads();
    const url = '/api/certifications/certifications/photos/getphoto';
    const answer = await portal.request('staff@demo.test', 'POST', url, { affiliateId });
    expect(answer.statusCode).toBe(303);
    expect(String(answer.headers['location'])).toContain('/person-photo/person-photos/');
    expect(await countReads()).toBe(before + 1);
    const denied = await portal.request('student@demo.test', 'POST', url, { affiliateId });
    expect(denied.statusCode).toBeGreaterThanOrEqual(403);
    expect(denied.headers['location']).toBeUndefined();
  });
});
