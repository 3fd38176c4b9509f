import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#platform/server/config/env.ts';
import { deriveKey, hashToken } from '#platform/server/crypto/secrets.ts';
import type { Credentials } from './accounts.ts';

/**
 * A browser that once gave the right password of an account. Somebody who guesses from elsewhere can use up the tries
 * of the account, and its owner still gets in from here.
 */
const lifetimeS = 400 * 86_400;
type Settings = Pick<Env, 'SECRET_KEYS' | 'BASE_URL'>;

export function rememberDevice(env: Settings, reply: FastifyReply, credentials: Credentials, now: Date): void {
  const issuedS = Math.floor(now.getTime() / 1000);
  const value = `${issuedS}.${signDevice(env.SECRET_KEYS[0], credentials, issuedS)}`;
  reply.setCookie(getDeviceCookieName(credentials), value, {
    path: '/sso',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.BASE_URL.startsWith('https:'),
    maxAge: lifetimeS,
  });
}

/** What tells this device of the account from its others, however its cookie is spelled; null for an unknown one. */
export function findKnownDevice(
  env: Settings,
  request: FastifyRequest,
  credentials: Credentials,
  now: Date,
): string | null {
  const [issued = '', signature = ''] = (request.cookies[getDeviceCookieName(credentials)] ?? '').split('.');
  if (!/^\d{1,12}$/.test(issued) || now.getTime() / 1000 - Number(issued) > lifetimeS) return null;
  const given = Buffer.from(signature, 'base64url');
  const isKnown = env.SECRET_KEYS.some((secret) => {
    const expected = Buffer.from(signDevice(secret, credentials, Number(issued)), 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isKnown ? String(Number(issued)) : null;
}

/** One for each account, because a family shares a computer; it does not tell whose. */
function getDeviceCookieName({ account }: Credentials): string {
  return `sso_device_${hashToken(account.sub).slice(0, 12)}`;
}

/** Bound to the password too: whoever knew the old one knows nothing after a change. */
function signDevice(secret: string, { account, passwordHash }: Credentials, issuedS: number): string {
  const text = JSON.stringify([account.sub, passwordHash, issuedS]);
  return createHmac('sha256', deriveKey(secret, 'known-device')).update(text).digest('base64url');
}
