import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#platform/server/config/env.ts';
import { getCookie, getServerCookie } from '#platform/server/http/cookies.ts';
import { deriveKey, hashToken } from '#platform/server/crypto/secrets.ts';
import type { Credentials } from './accounts.ts';

/**
 * A known device is a browser that signed in to the account before. It has its own limit, so attempts from elsewhere
 * can't lock the owner out.
 */
const lifetimeS = 400 * 86_400;
type Settings = Pick<Env, 'SECRET_KEYS' | 'BASE_URL'>;

export function rememberDevice(
  env: Settings,
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
  now: Date,
): void {
  const issuedS = Math.floor(now.getTime() / 1000);
  const value = `${issuedS}.${signDevice(env.SECRET_KEYS[0], credentials, issuedS)}`;
  const { name, attributes } = getDeviceCookie(env, request, credentials);
  reply.setCookie(name, value, { ...attributes, maxAge: lifetimeS });
}

/** Returns the device's identifier, normalized because a cookie's spelling can vary, or null for an unknown device. */
export function findKnownDevice(
  env: Settings,
  request: FastifyRequest,
  credentials: Credentials,
  now: Date,
): string | null {
  const [issued = '', signature = ''] = (
    getCookie(request, getDeviceCookie(env, request, credentials).name) ?? ''
  ).split('.');
  if (!/^\d{1,12}$/.test(issued) || now.getTime() / 1000 - Number(issued) > lifetimeS) return null;
  const provided = Buffer.from(signature, 'base64url');
  const isKnown = env.SECRET_KEYS.some((secret) => {
    const expected = Buffer.from(signDevice(secret, credentials, Number(issued)), 'base64url');
    return provided.length === expected.length && timingSafeEqual(provided, expected);
  });
  return isKnown ? String(Number(issued)) : null;
}

/** One cookie per account, because families share computers. The name doesn't reveal the account. */
function getDeviceCookie(env: Settings, request: FastifyRequest, { account }: Credentials) {
  return getServerCookie(env, request, `sso_device_${hashToken(account.sub).slice(0, 12)}`);
}

/** The signature includes the password hash, so a password change makes all devices unknown. */
function signDevice(secret: string, { account, passwordHash }: Credentials, issuedS: number): string {
  const text = JSON.stringify([account.sub, passwordHash, issuedS]);
  return createHmac('sha256', deriveKey(secret, 'known-device')).update(text).digest('base64url');
}
