import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decryptBytes, decryptWithKey, encryptBytes, encryptWithKey } from './secrets.ts';

export const recordKeyPurpose = 'record-key';

/** The key of one record, stored encrypted with it. Deleting the key makes the record unreadable. */
export interface RecordKey {
  key: Buffer;
  encryptedKey: string;
}

export function createRecordKey(secretKeys: readonly string[]): RecordKey {
  const key = randomBytes(32);
  return { key, encryptedKey: encryptBytes(secretKeys, recordKeyPurpose, key).toString('base64url') };
}

export function decryptRecordKey(secretKeys: readonly string[], encryptedKey: string): Buffer {
  return decryptBytes(secretKeys, recordKeyPurpose, Buffer.from(encryptedKey, 'base64url'));
}

/** Compresses before encryption, which reduces texts to about a fifth. */
export function encryptRecordText(key: Buffer, text: string): string {
  return encryptWithKey(key, deflateRawSync(text)).toString('base64url');
}

export function decryptRecordText(key: Buffer, encrypted: string): string {
  return decryptRecordBytes(key, encrypted).toString('utf8');
}

/** Decrypts to bytes, for hashing. */
export function decryptRecordBytes(key: Buffer, encrypted: string): Buffer {
  return inflateRawSync(decryptWithKey(key, Buffer.from(encrypted, 'base64url')));
}
