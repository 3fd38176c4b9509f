import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const derivedKeys = new Map<string, Buffer>();

/** A key for one purpose, so that no two uses of the secret can be mixed up. The same are asked for again and again. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`;
  const known = derivedKeys.get(name);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, 'halocline', purpose, 32));
  derivedKeys.set(name, key);
  return key;
}

/** A token for a link or a cookie. Only its hash is ever stored. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** AES-256-GCM; what is sealed says which key it needs by being tried with each, newest first. */
export function encryptBytes(secretKeys: readonly string[], purpose: string, bytes: Uint8Array): Buffer {
  return encryptWithKey(deriveKey(secretKeys[0] ?? '', purpose), bytes);
}

/** With a key that is not derived but kept: that of one record. */
export function encryptWithKey(key: Buffer, bytes: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** What was changed since, or needs another key, is an error. */
export function decryptWithKey(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const opened = decipher.update(sealed.subarray(28));
  // In this mode nothing is left for the end but to say whether it is whole.
  decipher.final();
  return opened;
}

export function decryptBytes(secretKeys: readonly string[], purpose: string, sealed: Buffer): Buffer {
  for (const secret of secretKeys) {
    try {
      return decryptWithKey(deriveKey(secret, purpose), sealed);
    } catch {
      // Sealed with an older key: try the next.
    }
  }
  throw new Error('no secret key opens this text');
}

/** The same, sealed by the newest key; null where it is already. */
export function reencryptBytes(secretKeys: readonly string[], purpose: string, sealed: Buffer): Buffer | null {
  try {
    decryptBytes(secretKeys.slice(0, 1), purpose, sealed);
    return null;
  } catch {
    return encryptBytes(secretKeys, purpose, decryptBytes(secretKeys, purpose, sealed));
  }
}

export function encrypt(secretKeys: readonly string[], purpose: string, text: string): string {
  return encryptBytes(secretKeys, purpose, Buffer.from(text, 'utf8')).toString('base64url');
}

export function decrypt(secretKeys: readonly string[], purpose: string, sealed: string): string {
  return decryptBytes(secretKeys, purpose, Buffer.from(sealed, 'base64url')).toString('utf8');
}

/** Takes the same time whatever is wrong, so that a secret cannot be guessed a letter at a time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
