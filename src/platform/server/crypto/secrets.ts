import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { EncryptionContext } from './encryption-context.ts';

const derivedKeys = new Map<string, Buffer>();

/** Derives a separate key for each purpose of the secret. Derived keys are cached. */
export function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`;
  const cached = derivedKeys.get(name);
  if (cached !== undefined) return cached;
  const key = Buffer.from(hkdfSync('sha256', secret, 'halocline', purpose, 32));
  derivedKeys.set(name, key);
  return key;
}

/** A token for a link or a cookie. Only its hash is stored. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Encrypts with AES-256-GCM and the newest key. Decryption tries each key, newest first. */
export function encryptBytes(secretKeys: readonly string[], context: EncryptionContext, bytes: Uint8Array): Buffer {
  return encryptWithKey(deriveKey(secretKeys[0] ?? '', context.purpose), context, bytes);
}

/** Encrypts with a stored key, such as a record key, instead of a derived one. */
export function encryptWithKey(key: Buffer, { place }: EncryptionContext, bytes: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(place);
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Throws if the data was changed, moved to another place or encrypted with another key. */
export function decryptWithKey(key: Buffer, { place }: EncryptionContext, encrypted: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAAD(place);
    decipher.setAuthTag(encrypted.subarray(12, 28));
    const plaintext = decipher.update(encrypted.subarray(28));
    // GCM's final() returns no data and only verifies the tag.
    decipher.final();
    return plaintext;
  } catch (error) {
    throw new DecryptionError(error);
  }
}

/** One error for every cause, which can't be told apart: another key, a changed value or one from another place. */
export class DecryptionError extends Error {
  constructor(cause?: unknown) {
    super('cannot decrypt: the value was changed or moved, or its key is missing', { cause });
  }
}

export function decryptBytes(secretKeys: readonly string[], context: EncryptionContext, encrypted: Buffer): Buffer {
  for (const secret of secretKeys) {
    try {
      return decryptWithKey(deriveKey(secret, context.purpose), context, encrypted);
    } catch {
      // The value may be encrypted with an older key, so the next one is tried.
    }
  }
  throw new DecryptionError();
}

export function encryptFile(secretKeys: readonly string[], purpose: string, fileKey: string, bytes: Buffer): Buffer {
  return encryptBytes(secretKeys, EncryptionContext.ofFile(purpose, fileKey), bytes);
}

export function decryptFile(secretKeys: readonly string[], purpose: string, fileKey: string, stored: Buffer): Buffer {
  return decryptBytes(secretKeys, EncryptionContext.ofFile(purpose, fileKey), stored);
}

/** Re-encrypts with the newest key. Returns null if the value already is. */
export function reencryptBytes(
  secretKeys: readonly string[],
  context: EncryptionContext,
  encrypted: Buffer,
): Buffer | null {
  try {
    decryptBytes(secretKeys.slice(0, 1), context, encrypted);
    return null;
  } catch {
    return encryptBytes(secretKeys, context, decryptBytes(secretKeys, context, encrypted));
  }
}

export function encrypt(secretKeys: readonly string[], context: EncryptionContext, text: string): string {
  return encryptBytes(secretKeys, context, Buffer.from(text, 'utf8')).toString('base64url');
}

export function decrypt(secretKeys: readonly string[], context: EncryptionContext, encrypted: string): string {
  return decryptBytes(secretKeys, context, Buffer.from(encrypted, 'base64url')).toString('utf8');
}

/** Compares in constant time, so a secret cannot be guessed character by character. */
export function isSameSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
