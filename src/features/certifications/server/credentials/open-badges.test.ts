import { createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { CompactSign } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { unpackCredential } from '#features/certifications/shared/credential.ts';
import { readCredential, writeCredential } from '#features/certifications/shared/credential-versions.ts';
import { levels } from '#domain/certification-levels.ts';
import { JoseHeader, JwtClaims, schemas } from '#features/certifications/shared/open-badges-testing.ts';
import { getCurrentKey, rotateKey } from './signing-keys.ts';

const portal = await testPortal();
const { app, env, services } = portal;
const { call, clear, give, rows, sign } = createCertificationsFixture(portal);

const demoCards = await rows<{ credential: string }>('select credential from certification where ecard_at is not null');

beforeEach(async () => {
  await clear();
  await rows('delete from revoked_card');
  await services.pubsub.publish(services.database.db, 'certifications.published', null);
});

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Dereferences only URLs of this server, like an external client. */
async function dereference(url: string) {
  expect(url.startsWith(`${env.BASE_URL}/`)).toBe(true);
  const answer = await app.inject({ url: new URL(url).pathname });
  expect(answer.statusCode).toBe(200);
  return answer;
}

/** Verifies a JSON Web Token proof: the header rules, the key behind `kid`, the signature. */
async function verifyProof(jws: string) {
  const [head = '', body = '', signature = '', ...more] = jws.split('.');
  expect(more).toEqual([]);
  const header = JoseHeader.parse(decode(head));
  const jwk = (await dereference(header.kid)).json();
  expect(jwk).not.toHaveProperty('d');
  expect(jwk.kid).toBe(header.kid);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  return decode(body);
}

/** The verification steps of Open Badges 3.0 and the Bitstring Status List, without using production code. */
async function verifyAsSpecified(jws: string): Promise<'valid' | 'revoked'> {
  const payload = await verifyProof(jws);
  const claims = JwtClaims.parse(payload);
  const credential = schemas.AchievementCredential.parse(payload);
  expect(claims.iss).toBe(credential.issuer.id);
  expect(claims.sub).toBe(credential.credentialSubject.id);
  expect(claims.jti).toBe(credential.id);
  expect(claims.nbf * 1000).toBe(Date.parse(credential.validFrom));
  expect(claims.nbf * 1000).toBeLessThanOrEqual(Date.now());
  const { statusListCredential, statusListIndex, statusPurpose } = credential.credentialStatus;
  const list = schemas.StatusListCredential.parse(await verifyProof((await dereference(statusListCredential)).body));
  expect(list).toMatchObject({ id: statusListCredential, issuer: claims.iss });
  expect(list.credentialSubject.statusPurpose).toBe(statusPurpose);
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'));
  const index = Number(statusListIndex);
  expect(bits.length * 8).toBeGreaterThanOrEqual(131_072);
  expect(index).toBeLessThan(bits.length * 8);
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) === 0 ? 'valid' : 'revoked';
}

describe('issued credentials', () => {
  it.each(levels.map(({ levelID, name }) => [name, levelID] as const))(
    'of level %s passes the schema and the verification steps of Open Badges 3.0',
    async (_name, levelID) => {
      expect(await verifyAsSpecified(await sign(await give('diver', levelID)))).toBe('valid');
    },
  );

  it('pass verification for every demo card', async () => {
    expect(demoCards.length).toBeGreaterThan(5);
    for (const { credential } of demoCards) expect(await verifyAsSpecified(credential)).toBe('valid');
  });

  it('omit a missing instructor, store and office', async () => {
    const licenseID = await give('diver', 10);
    await rows(
      `update certification set instructor_name = '', instructor_number = null, store_name = '', store_number = null,
         office = '' where license_id = $1`,
      [licenseID],
    );
    const jws = await sign(licenseID);
    expect(await verifyAsSpecified(jws)).toBe('valid');
    const { credentialSubject, issuer } = decode(jws.split('.')[1]);
    expect(credentialSubject).not.toHaveProperty('source');
    expect(issuer).not.toHaveProperty('address');
  });

  it('are revoked for an external verifier once staff revoke them', async () => {
    const licenseID = await give('diver', 10);
    const jws = await sign(licenseID);
    expect(await verifyAsSpecified(jws)).toBe('valid');
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'Issued by mistake.' });
    await expect.poll(() => verifyAsSpecified(jws)).toBe('revoked');
  });

  it('match the QR code of the API', async () => {
    const licenseID = await give('diver', 10);
    const jws = await sign(licenseID);
    const { body } = await call<{ verifyUrl: string }>('diver', 'GET', `ecards/cards/${licenseID}`);
    expect(unpackCredential(body.verifyUrl.split('#')[1] ?? '')).toBe(jws);
  });
});

describe('GET /.well-known/card-keys/{keyId}', () => {
  it('returns the JWK of every key that ever signed', async () => {
    const licenseID = await give('diver', 10);
    const before = await sign(licenseID);
    const { kid } = decode(before.split('.')[0]);
    await services.database.inTransaction('test', (db) => rotateKey(db, env.SECRET_KEYS));
    const after = await sign(await give('student', 10));
    expect(decode(after.split('.')[0]).kid).not.toBe(kid);
    await expect
      .poll(() => app.inject({ url: new URL(decode(after.split('.')[0]).kid).pathname }).then((r) => r.statusCode))
      .toBe(200);
    expect(await verifyAsSpecified(before)).toBe('valid');
    expect(await verifyAsSpecified(after)).toBe('valid');
    const answer = await dereference(kid);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/jwk+json'),
      'cache-control': 'public, max-age=86400',
      'access-control-allow-origin': '*',
    });
    expect(answer.json()).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid });
    const etag = String(answer.headers['etag']);
    const revalidated = await app.inject({ url: new URL(kid).pathname, headers: { 'if-none-match': etag } });
    expect([revalidated.statusCode, revalidated.body]).toEqual([304, '']);
  });

  it.each(['unknown1', '..%2Fcard-keys.json', '__proto__', '%00'])('returns 404 for %s', async (keyId) => {
    expect((await app.inject({ url: `/.well-known/card-keys/${keyId}` })).statusCode).toBe(404);
  });
});

describe('a version 1 credential', () => {
  const readSigned = (jws: string) => {
    const [header = '', payload = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    return readCredential({ header, payload });
  };

  async function giveVersion1(): Promise<{ licenseID: number; jws: string }> {
    const licenseID = await give('diver', 10);
    const { keyId, key } = await getCurrentKey(services.database.db, env.SECRET_KEYS);
    const claims = readSigned(await sign(licenseID))?.claims;
    if (claims === undefined) throw new Error('the card was not signed');
    const { header, payload } = writeCredential(keyId, claims, 1);
    const jws = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader(JSON.parse(header))
      .sign(key);
    await rows('update certification set credential = $2 where license_id = $1', [licenseID, jws]);
    return { licenseID, jws };
  }

  it('is shown unchanged, then replaced by version 2 with the same status index', async () => {
    const { licenseID, jws } = await giveVersion1();
    const show = async () => {
      const { body } = await call<{ verifyUrl: string | null }>('diver', 'GET', `ecards/cards/${licenseID}`);
      return unpackCredential(body.verifyUrl?.split('#')[1] ?? '');
    };
    expect(await show()).toBe(jws);
    const queued = await rows<{ count: number }>(
      `select count(*)::int from pgboss.job where name = 'certifications.sign_card' and data->>'licenseID' = $1`,
      [String(licenseID)],
    );
    expect(queued[0]?.count).toBe(1);
    const renewed = await sign(licenseID);
    expect(await verifyAsSpecified(renewed)).toBe('valid');
    expect(await show()).toBe(renewed);
    const [first, second] = [jws, renewed].map(readSigned);
    expect([first?.version, second?.version]).toEqual([1, 2]);
    expect(second?.claims).toEqual(first?.claims);
    expect(await rows('select from revoked_card')).toEqual([]);
  });
});
