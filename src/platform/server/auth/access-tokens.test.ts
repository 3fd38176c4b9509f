import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { createAccessTokens } from './access-tokens.ts';

const secret = 'only-for-tests-only-for-tests-only-for-tests';
const audience = 'https://portal.example';
const person = {
  sub: 'maren',
  affiliateId: 400_001,
  affiliateTypeId: affiliateType.instructor,
  sessionId: 'a-session',
};
const tokens = createAccessTokens([secret], audience);
const invalidSessionError = { code: 'session.invalid', status: 401 };

/** A valid token, apart from the overridden options. */
function forgeToken({
  key = deriveKey(secret, 'access-token') as Uint8Array,
  alg = 'HS256',
  to = audience,
  id = 'an-id',
  expires = '5m',
} = {}) {
  const claims = { affiliate: 400_001, type: affiliateType.staff, sid: 's' };
  const token = new SignJWT(claims).setProtectedHeader({ alg }).setSubject('maren');
  return token.setAudience(to).setJti(id).setExpirationTime(expires).sign(key);
}

describe('createAccessTokens', () => {
  it('returns the person of a minted token', async () => {
    const { token, expiresAt } = await tokens.mint(person);
    const verified = tokens.verify(token);
    expect(verified).toMatchObject({ ...person, role: 'professional' });
    expect(Math.abs(verified.expiresAtMs - expiresAt.getTime())).toBeLessThan(1_000);
    expect(tokens.verify(token)).toEqual(verified);
  });

  it('limits the lifetime to five minutes by default and an hour at most', async () => {
    const lifetimeS = async (requestedS?: number) => {
      const { exp = 0, iat = 0 } = decodeJwt((await tokens.mint(person, requestedS)).token);
      return exp - iat;
    };
    expect(await lifetimeS()).toBe(300);
    expect(await lifetimeS(3_600)).toBe(3_600);
    expect(await lifetimeS(86_400)).toBe(3_600);
  });

  it('accepts the token that the following tests modify', async () => {
    expect(tokens.verify(await forgeToken())).toMatchObject({ role: 'staff' });
  });

  it.each([
    ['another key', () => forgeToken({ key: deriveKey('another-secret', 'access-token') })],
    ['our key for another purpose', () => forgeToken({ key: deriveKey(secret, 'session-tokens') })],
    [
      'another algorithm',
      () => forgeToken({ alg: 'HS512', key: Buffer.concat([deriveKey(secret, 'access-token'), Buffer.alloc(32)]) }),
    ],
    ['another audience', () => forgeToken({ to: 'https://elsewhere.example' })],
    ['an expiry in the past', () => forgeToken({ expires: '-1s' })],
    ['no signature', async () => `${(await forgeToken()).split('.').slice(0, 2).join('.')}.`],
    ['a malformed value', async () => 'not-a-token'],
  ])('rejects %s', async (_name, make) => {
    await expect(async () => tokens.verify(await make())).rejects.toMatchObject(invalidSessionError);
  });

  it('rejects a token with changed claims', async () => {
    const [head, body = '', signature] = (await tokens.mint(person)).token.split('.');
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), affiliate: 400_002 };
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    await expect(async () => tokens.verify([head, changed, signature].join('.'))).rejects.toMatchObject(
      invalidSessionError,
    );
  });

  it('rejects the tokens of a revoked session, also when they are cached', async () => {
    const { token } = await tokens.mint({ ...person, sessionId: 'ended' }, 3_600);
    tokens.verify(token);
    tokens.revokeSession('ended');
    await expect(async () => tokens.verify(token)).rejects.toMatchObject(invalidSessionError);
    const { token: another } = await tokens.mint({ ...person, sessionId: 'going on' });
    expect(tokens.verify(another)).toMatchObject({ sessionId: 'going on' });
  });

  it('accepts tokens of an older secret while it is still listed', async () => {
    const { token } = await tokens.mint(person);
    const rotated = createAccessTokens(['a-newer-secret-a-newer-secret-a-newer', secret], audience);
    expect(rotated.verify(token)).toMatchObject(person);
    const forgotten = createAccessTokens(['a-newer-secret-a-newer-secret-a-newer'], audience);
    await expect(async () => forgotten.verify(token)).rejects.toMatchObject(invalidSessionError);
    await expect(async () => tokens.verify((await rotated.mint(person)).token)).rejects.toMatchObject(
      invalidSessionError,
    );
  });
});
