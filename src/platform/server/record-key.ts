import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { openBytes, openWith, sealBytes, sealWith } from './secrets.ts';

export const recordKeyPurpose = 'record-key';

/** The key of one record, kept sealed beside it: without it nothing of the record can be read any more. */
export interface RecordKey {
  key: Buffer;
  sealedKey: string;
}

export function newRecordKey(secretKeys: readonly string[]): RecordKey {
  const key = randomBytes(32);
  return { key, sealedKey: sealBytes(secretKeys, recordKeyPurpose, key).toString('base64url') };
}

export function openRecordKey(secretKeys: readonly string[], sealedKey: string): Buffer {
  return openBytes(secretKeys, recordKeyPurpose, Buffer.from(sealedKey, 'base64url'));
}

/** Packed first: what is written for people takes a fifth of the room then, and is read so much sooner. */
export function sealText(key: Buffer, text: string): string {
  return sealWith(key, deflateRawSync(text)).toString('base64url');
}

export function openText(key: Buffer, sealed: string): string {
  return openSealedText(key, sealed).toString('utf8');
}

/** The same as bytes, for who hashes them. */
export function openSealedText(key: Buffer, sealed: string): Buffer {
  return inflateRawSync(openWith(key, Buffer.from(sealed, 'base64url')));
}
