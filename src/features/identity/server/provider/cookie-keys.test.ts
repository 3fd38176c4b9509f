import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { createCookieKeys } from './cookie-keys.ts';

const data = 'session=abc';
const hmac = (key: string, algorithm = 'sha256') => createHmac(algorithm, key).update(data).digest('base64url');

it('signs with HMAC-SHA-256 and the newest key, and accepts older keys', () => {
  const keys = createCookieKeys(['new', 'old']);
  expect(keys.sign(data)).toBe(hmac('new'));
  expect(['new', 'old', 'other'].map((key) => keys.index(data, hmac(key)))).toEqual([0, 1, -1]);
  expect(keys.verify(data, hmac('old'))).toBe(true);
});

it('rejects SHA-1, a changed value and a truncated signature', () => {
  const keys = createCookieKeys(['new']);
  for (const signature of [hmac('new', 'sha1'), hmac('new').slice(1), '', 'é'.repeat(43)])
    expect(keys.verify(data, signature)).toBe(false);
  expect(keys.verify('session=abd', hmac('new'))).toBe(false);
});

it('signs the account service’s cookies', async () => {
  const { app, env } = await testPortal();
  const start = await app.inject('/auth/start');
  const { pathname, search } = new URL(String(start.headers.location));
  const { cookies } = await app.inject(pathname + search);
  const key = deriveKey(env.SECRET_KEYS[0], 'sso-cookie').toString('base64url');
  const signed = cookies.filter(({ name }) => name.endsWith('.sig'));
  expect(signed.length).toBeGreaterThan(0);
  for (const { name, value } of signed) {
    const plain = cookies.find((cookie) => `${cookie.name}.sig` === name);
    expect(value).toBe(createHmac('sha256', key).update(`${plain?.name}=${plain?.value}`).digest('base64url'));
  }
});
