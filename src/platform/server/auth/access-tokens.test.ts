import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { createAccessTokens } from './access-tokens.ts';

const secret = 'only-for-tests-only-for-tests-only-for-tests';
const audience = 'https://portal.example';
const person = { sub: 'maren', affiliateId: 400_001, affiliateTypeId: 3, sessionId: 'a-session' };
const tokens = createAccessTokens([secret], audience);
const invalidSessionError = { code: 'session.invalid', status: 401 };

/** A token as ours are, but for what is changed. */
function forgeToken({
  key = deriveKey(secret, 'access-token') as Uint8Array,
  alg = 'HS256',
  to = audience,
  id = 'an-id',
  expires = '5m',
} = {}) {
  const token = new SignJWT({ affiliate: 400_001, type: 9, sid: 's' }).setProtectedHeader({ alg }).setSubject('maren');
  return token.setAudience(to).setJti(id).setExpirationTime(expires).sign(key);
}

describe('an access token', () => {
  it('says who makes the call', async () => {
    const { token, expiresAt } = await tokens.mint(person);
    const verified = await tokens.verify(token);
    expect(verified).toMatchObject({ ...person, role: 'professional' });
    expect(Math.abs(verified.expiresAtMs - expiresAt.getTime())).toBeLessThan(1_000);
    expect(await tokens.verify(token)).toEqual(verified);
  });

  it('lives five minutes, or longer if asked, and never more than an hour', async () => {
    const lifetimeS = async (wanted?: number) => {
      const { exp = 0, iat = 0 } = decodeJwt((await tokens.mint(person, wanted)).token);
      return exp - iat;
    };
    expect(await lifetimeS()).toBe(300);
    expect(await lifetimeS(3_600)).toBe(3_600);
    expect(await lifetimeS(86_400)).toBe(3_600);
  });

  it('is taken when it is as ours are, which the next tests lean on', async () => {
    expect(await tokens.verify(await forgeToken())).toMatchObject({ role: 'staff' });
  });

  it.each([
    ['another key', () => forgeToken({ key: deriveKey('another-secret', 'access-token') })],
    ['a key of ours for another purpose', () => forgeToken({ key: deriveKey(secret, 'session-tokens') })],
    [
      'another algorithm',
      () => forgeToken({ alg: 'HS512', key: Buffer.concat([deriveKey(secret, 'access-token'), Buffer.alloc(32)]) }),
    ],
    ['another audience', () => forgeToken({ to: 'https://elsewhere.example' })],
    ['an end that has passed', () => forgeToken({ expires: '-1s' })],
    ['no signature', async () => `${(await forgeToken()).split('.').slice(0, 2).join('.')}.`],
    ['nothing of a token', async () => 'not-a-token'],
  ])('is refused with %s', async (_name, make) => {
    await expect(tokens.verify(await make())).rejects.toMatchObject(invalidSessionError);
  });

  it('is refused when its claims were changed', async () => {
    const [head, body = '', signature] = (await tokens.mint(person)).token.split('.');
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), affiliate: 400_002 };
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    await expect(tokens.verify([head, changed, signature].join('.'))).rejects.toMatchObject(invalidSessionError);
  });

  it('is refused as soon as its session has ended, also when it was seen before', async () => {
    const { token } = await tokens.mint({ ...person, sessionId: 'ended' }, 3_600);
    await tokens.verify(token);
    tokens.revokeSession('ended');
    await expect(tokens.verify(token)).rejects.toMatchObject(invalidSessionError);
    const { token: another } = await tokens.mint({ ...person, sessionId: 'going on' });
    expect(await tokens.verify(another)).toMatchObject({ sessionId: 'going on' });
  });

  it('outlives a change of the secret while the old one is still listed', async () => {
    const { token } = await tokens.mint(person);
    const rotated = createAccessTokens(['a-newer-secret-a-newer-secret-a-newer', secret], audience);
    expect(await rotated.verify(token)).toMatchObject(person);
    const forgotten = createAccessTokens(['a-newer-secret-a-newer-secret-a-newer'], audience);
    await expect(forgotten.verify(token)).rejects.toMatchObject(invalidSessionError);
    await expect(tokens.verify((await rotated.mint(person)).token)).rejects.toMatchObject(invalidSessionError);
  });
});
