import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { encrypt } from '#platform/server/crypto/secrets.ts';
import { packCredential } from '#features/certifications/shared/credential.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';

const portal = await testPortal();
const { call, clear, give, photograph, rows, sign } = createCertificationsFixture(portal);
const ask = (as: DemoPersonName, query = '') =>
  call<{ preSignedURL: string | null }>(as, 'GET', `ecards/GetCertificationPhoto${query}`);
const linkOf = async (as: DemoPersonName, query = '') => (await ask(as, query)).body.preSignedURL ?? '';
const follow = (url: string) => portal.app.inject({ url: new URL(url).pathname });
const verify = (credential: unknown) => call(null, 'POST', 'ecards/verify/photo', { credential });

beforeEach(async () => {
  vi.useRealTimers();
  await clear();
});

describe('GET GetCertificationPhoto', () => {
  it('returns the photo to anyone with the link, without caching', async () => {
    const jpeg = await photograph('diver');
    const url = await linkOf('diver');
    expect(url).toMatch(/^http:\/\/localhost:3999\/api\/ecards\/photo\/[\w-]{50,400}$/);
    const answer = await follow(url);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    expect(answer.rawPayload).toEqual(jpeg);
  });

  it('is null without an approved photo', async () => {
    expect((await ask('diver')).body).toEqual({ preSignedURL: null });
    await photograph('diver', 'pending');
    expect((await ask('diver')).body).toEqual({ preSignedURL: null });
  });

  it('expires after ten minutes', async () => {
    await photograph('diver');
    const url = await linkOf('diver');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9.9 * 60_000 });
    expect((await follow(url)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 0.2 * 60_000 });
    const late = await follow(url);
    expect([late.statusCode, late.json().errors[0].code]).toEqual([404, 'certifications.link_over']);
  });

  it('expires when the photo is replaced', async () => {
    await photograph('diver');
    const url = await linkOf('diver');
    await rows('delete from person_photo');
    await photograph('diver');
    expect((await follow(url)).statusCode).toBe(404);
  });

  it('is available only to the owner, a guardian and staff', async () => {
    const jpeg = await photograph('minor');
    const query = `?affiliateId=${demoAffiliateIds.minor}`;
    for (const as of ['minor', 'guardian', 'staff'] as const)
      expect((await follow(await linkOf(as, query))).rawPayload).toEqual(jpeg);
    for (const as of ['diver', 'instructor', 'store'] as const) expect((await ask(as, query)).status).toBe(404);
    expect((await ask('diver', '?affiliateId=x')).body.errors[0]?.path).toBe('affiliateId');
  });

  it("can't be forged or changed", async () => {
    await photograph('diver');
    const url = await linkOf('diver');
    const at = url.length - 20;
    const other = url[at] === 'A' ? 'B' : 'A';
    const [photo] = await rows<{ id: string }>('select id from person_photo');
    const link = JSON.stringify({ owner: demoAffiliateIds.diver, photo: photo?.id, until: Date.now() + 60_000 });
    const createUrl = (keys: string[], purpose: string) =>
      `http://localhost/api/ecards/photo/${encrypt(keys, EncryptionContext.ofToken(purpose), link)}`;
    const forged = [
      `${url.slice(0, at)}${other}${url.slice(at + 1)}`,
      url.slice(0, -4),
      createUrl(['another-secret-another-secret-another'], 'photo-link'),
      createUrl([...portal.env.SECRET_KEYS], 'contact'),
      'http://localhost/api/ecards/photo/x',
    ];
    for (const one of forged) expect((await follow(one)).json().errors[0].code).toBe('certifications.link_over');
    expect((await follow(createUrl([...portal.env.SECRET_KEYS], 'photo-link'))).statusCode).toBe(200);
    expect((await follow(`http://localhost/api/ecards/photo/${'x'.repeat(401)}`)).statusCode).toBe(400);
  });
});

describe('POST verify/photo', () => {
  it('returns the photo for a valid credential, plain or packed', async () => {
    const jpeg = await photograph('diver');
    const credential = await sign(await give('diver', 10));
    for (const input of [credential, packCredential(credential)]) {
      const { answer } = await verify(input);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(answer.rawPayload).toEqual(jpeg);
    }
  });

  it('returns 404 without an approved photo', async () => {
    await photograph('diver', 'pending');
    expect((await verify(await sign(await give('diver', 10)))).status).toBe(404);
  });

  it('is rejected for a revoked or deleted card', async () => {
    await photograph('diver');
    const licenseID = await give('diver', 10);
    const credential = await sign(licenseID);
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'x' });
    expect((await verify(credential)).body.errors[0]).toMatchObject({ code: 'certifications.not_valid' });
    await rows('delete from certification');
    expect((await verify(credential)).body.errors[0]).toMatchObject({ code: 'certifications.not_valid' });
  });

  it('is rejected for a code from before the card was signed again', async () => {
    await photograph('diver');
    const licenseID = await give('diver', 10);
    const before = await sign(licenseID);
    await rows("update certification set store_name = 'Other Bay' where license_id = $1", [licenseID]);
    const after = await sign(licenseID);
    expect([(await verify(before)).status, (await verify(after)).status]).toEqual([422, 200]);
  });

  it('is rejected for a changed, foreign or truncated credential', async () => {
    await photograph('diver');
    const credential = await sign(await give('diver', 10));
    const packed = packCredential(credential);
    const [header = '', payload = '', signature = ''] = credential.split('.');
    const richer = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...richer, sub: 'urn:x' })).toString('base64url');
    const wrong = [
      `${header}.${changed}.${signature}`,
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${header}.${payload}.`,
      packed.slice(0, -3),
      `${packed.slice(0, 30)}${packed[30] === 'A' ? 'B' : 'A'}${packed.slice(31)}`,
      'x',
      '',
      '..',
    ];
    for (const one of wrong) {
      const { status, body } = await verify(one);
      expect([status, body.errors[0]]).toMatchObject([422, { code: 'certifications.not_valid', path: 'credential' }]);
    }
    await rows("update card_key set public_jwk = jsonb_set(public_jwk, '{kid}', '\"other\"')");
    expect((await verify(credential)).status).toBe(422);
  });

  it.each([[5], [null], ['x'.repeat(4_001)]])('is rejected for %j', async (credential) => {
    const { status, body } = await verify(credential);
    expect([status, body.errors[0]?.path]).toEqual([400, 'credential']);
  });
});
