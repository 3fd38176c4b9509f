import { createHmac, timingSafeEqual } from 'node:crypto';

/** The part of Keygrip that Koa's cookies use. */
interface CookieKeys {
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
  index(data: string, signature: string): number;
}

/** Signs cookies with HMAC-SHA-256, where Keygrip would use SHA-1 for a plain list of keys. The first key signs. */
export function createCookieKeys(keys: readonly string[]): CookieKeys {
  const [newest] = keys;
  if (newest === undefined) throw new Error('no cookie signing key configured');
  const sign = (data: string, key: string) => createHmac('sha256', key).update(data).digest('base64url');
  const index = (data: string, signature: string) => keys.findIndex((key) => isEqual(sign(data, key), signature));
  return {
    sign: (data) => sign(data, newest),
    verify: (data, signature) => index(data, signature) !== -1,
    index,
  };
}

function isEqual(expected: string, actual: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(actual)];
  return left.length === right.length && timingSafeEqual(left, right);
}
