import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import { deriveKey } from './secrets.ts';

const keyNameBytes = 8;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = keyNameBytes + ivBytes;

/** By how much a sealed stream is longer than what is in it. */
export const encryptionOverheadBytes = headBytes + tagBytes;

/** What passes through once cannot be tried with each key in turn, so it says which one it needs. */
function deriveKeyName(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'halocline', `${purpose}:name`, keyNameBytes));
}

/** AES-256-GCM for what is too large for memory: the name of the key, the iv, the ciphertext, the tag. */
export function encryptStream(secretKeys: readonly string[], purpose: string): Transform {
  const secret = secretKeys[0] ?? '';
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv);
  const sealing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush: (done) => done(null, Buffer.concat([cipher.final(), cipher.getAuthTag()])),
  });
  sealing.push(Buffer.concat([deriveKeyName(secret, purpose), iv]));
  return sealing;
}

/**
 * What was sealed comes out before it is known to be whole, but its last byte does not: a reader who is owed a certain
 * length never gets all of it from a damaged one.
 */
export function decryptStream(secretKeys: readonly string[], purpose: string): Transform {
  let decipher: DecipherGCM | null = null;
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      try {
        if (decipher === null && held.length >= headBytes) {
          decipher = createStreamDecipher(secretKeys, purpose, held.subarray(0, headBytes));
          held = held.subarray(headBytes);
        }
        const readable = held.length - tagBytes - 1;
        if (decipher === null || readable <= 0) return done();
        const opened = decipher.update(held.subarray(0, readable));
        held = held.subarray(readable);
        done(null, opened);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (decipher === null || held.length < tagBytes) throw new Error('the sealed stream was cut off');
        const last = decipher.update(held.subarray(0, -tagBytes));
        decipher.setAuthTag(held.subarray(-tagBytes));
        done(null, Buffer.concat([last, decipher.final()]));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function createStreamDecipher(secretKeys: readonly string[], purpose: string, head: Buffer): DecipherGCM {
  const secret = secretKeys.find((known) => deriveKeyName(known, purpose).equals(head.subarray(0, keyNameBytes)));
  if (secret === undefined) throw new Error('no secret key opens this stream');
  return createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), head.subarray(keyNameBytes));
}
