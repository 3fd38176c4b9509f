import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import type { EncryptionContext } from './encryption-context.ts';
import { DecryptionError, deriveKey } from './secrets.ts';

const keyNameBytes = 8;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = keyNameBytes + ivBytes;

/** The difference in length between ciphertext and plaintext. */
export const encryptionOverheadBytes = headBytes + tagBytes;

/** Names the key in the stream, because a stream cannot be retried with each key in turn. */
function deriveKeyName(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'halocline', `${purpose}:name`, keyNameBytes));
}

/** Encrypts with AES-256-GCM: key name, IV, ciphertext, tag. For content that is too large for memory. */
export function encryptStream(secretKeys: readonly string[], context: EncryptionContext): Transform {
  const secret = secretKeys[0] ?? '';
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, context.purpose), iv).setAAD(context.place);
  const encryption = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush: (done) => done(null, Buffer.concat([cipher.final(), cipher.getAuthTag()])),
  });
  encryption.push(Buffer.concat([deriveKeyName(secret, context.purpose), iv]));
  return encryption;
}

/**
 * Emits plaintext before the tag is verified, except for the last byte. A reader that expects a certain length never
 * gets all of it from a damaged stream.
 */
export function decryptStream(secretKeys: readonly string[], context: EncryptionContext): Transform {
  let decipher: DecipherGCM | null = null;
  let pending: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pending = Buffer.concat([pending, chunk]);
      try {
        if (decipher === null && pending.length >= headBytes) {
          decipher = createStreamDecipher(secretKeys, context, pending.subarray(0, headBytes));
          pending = pending.subarray(headBytes);
        }
        const readable = pending.length - tagBytes - 1;
        if (decipher === null || readable <= 0) return done();
        const plaintext = decipher.update(pending.subarray(0, readable));
        pending = pending.subarray(readable);
        done(null, plaintext);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (decipher === null || pending.length < tagBytes) throw new DecryptionError();
        const last = decipher.update(pending.subarray(0, -tagBytes));
        decipher.setAuthTag(pending.subarray(-tagBytes));
        done(null, Buffer.concat([last, decipher.final()]));
      } catch (error) {
        done(new DecryptionError(error));
      }
    },
  });
}

function createStreamDecipher(
  secretKeys: readonly string[],
  { purpose, place }: EncryptionContext,
  head: Buffer,
): DecipherGCM {
  const secret = secretKeys.find((candidate) =>
    deriveKeyName(candidate, purpose).equals(head.subarray(0, keyNameBytes)),
  );
  if (secret === undefined) throw new DecryptionError();
  return createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), head.subarray(keyNameBytes)).setAAD(place);
}
