import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fail } from '#platform/shared/errors.ts';
import type { Env } from '#platform/server/config/env.ts';
import { decryptFile, deriveKey, isSameSecret } from '#platform/server/crypto/secrets.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import type { Services } from '#platform/server/http/context.ts';

/** An image as it is stored, encrypted. */
export interface StoredImage {
  key: string;
  /** The key-derivation purpose. */
  purpose: string;
}

/**
 * An address ends between one and two of these after it was given out. All addresses of a file in the same interval are
 * equal, so a cache stores the file once.
 */
const intervalS = 300;
const signingPurpose = 'signed-file';
/** The prefix that a proxy caches. */
const prefix = '/files/';

/**
 * An address that returns the image to everyone who has it, until it expires. It belongs to one file: other files, times
 * and purposes need another signature.
 */
export function signFileUrl(
  { SECRET_KEYS }: Pick<Env, 'SECRET_KEYS'>,
  { key, purpose }: StoredImage,
  now: Date,
  expires = (Math.floor(now.getTime() / 1_000 / intervalS) + 2) * intervalS,
): string {
  const path = `${purpose}/${key}`;
  return `${prefix}${expires}/${sign(SECRET_KEYS[0], expires, path)}/${path}`;
}

function sign(secret: string, expires: number, path: string): string {
  return createHmac('sha256', deriveKey(secret, signingPurpose)).update(`${expires}/${path}`).digest('base64url');
}

/**
 * With `SIGNED_FILES`, the answer to a request that may see the image: a redirect to its address, so that a proxy or a CDN
 * delivers it. Otherwise null.
 */
export function redirectToFile({ env }: Pick<Services, 'env'>, file: StoredImage, now: Date): FileReply | null {
  if (!env.SIGNED_FILES) return null;
  return new FileReply('', 'image/jpeg', { location: signFileUrl(env, file, now) }, 303);
}

/** Serves the signed addresses. Access was checked when they were given out. */
export function registerSignedFiles(app: FastifyInstance, { env, files }: Pick<Services, 'env' | 'files'>): void {
  app.get(`${prefix}:expires/:signature/:purpose/*`, async (request, reply) => {
    const params = request.params as { expires: string; signature: string; purpose: string; '*': string };
    const { expires: expiresText, signature, purpose, '*': key } = params;
    const expires = Number(expiresText);
    const path = `${purpose}/${key}`;
    const isSigned = env.SECRET_KEYS.some((secret) => isSameSecret(signature, sign(secret, expires, path)));
    const remainingS = expires - Math.ceil(Date.now() / 1_000);
    if (!isSigned || remainingS <= 0) throw fail('not_found');
    const stored = await files.read(key);
    if (stored === null) throw fail('not_found');
    return reply
      .headers({
        // Caches must not keep it longer than the address is valid.
        'cache-control': `public, max-age=${remainingS}, immutable`,
        'x-robots-tag': 'noindex',
      })
      .type('image/jpeg')
      .send(decryptFile(env.SECRET_KEYS, purpose, key, stored));
  });
}
