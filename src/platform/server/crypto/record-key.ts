import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decryptBytes, decryptWithKey, encryptBytes, encryptWithKey } from './secrets.ts';

export const recordKeyPurpose = 'record-key';

/** The key of one record, kept sealed beside it: without it nothing of the record can be read any more. */
export interface RecordKey {
  key: Buffer;
  sealedKey: string;
}

export function createRecordKey(secretKeys: readonly string[]): RecordKey {
  const key = randomBytes(32);
  return { key, sealedKey: encryptBytes(secretKeys, recordKeyPurpose, key).toString('base64url') };
}

export function decryptRecordKey(secretKeys: readonly string[], sealedKey: string): Buffer {
  return decryptBytes(secretKeys, recordKeyPurpose, Buffer.from(sealedKey, 'base64url'));
}

/** Packed first: what is written for people takes a fifth of the room then, and is read so much sooner. */
export function encryptRecordText(key: Buffer, text: string): string {
  return encryptWithKey(key, deflateRawSync(text)).toString('base64url');
}

export function decryptRecordText(key: Buffer, sealed: string): string {
  return decryptRecordBytes(key, sealed).toString('utf8');
}

/** The same as bytes, for who hashes them. */
export function decryptRecordBytes(key: Buffer, sealed: string): Buffer {
  return inflateRawSync(decryptWithKey(key, Buffer.from(sealed, 'base64url')));
}
