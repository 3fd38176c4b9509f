import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A key for one purpose, so that no two uses of the secret can be mixed up. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'halocline', purpose, 32));
}

/** A token for a link or a cookie. Only its hash is ever stored. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** AES-256-GCM; the text says which key it needs by being tried with each, newest first. */
export function encrypt(secretKeys: readonly string[], purpose: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKeys[0] ?? '', purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function decrypt(secretKeys: readonly string[], purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const secret of secretKeys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      // Sealed with an older key: try the next.
    }
  }
  throw new Error('no secret key opens this text');
}
