import { randomBytes } from 'node:crypto';
import { openBytes, openWith, sealBytes, sealWith } from './secrets.ts';

const purpose = 'record-key';

/** The key of one record, kept sealed beside it: without it nothing of the record can be read any more. */
export interface RecordKey {
  key: Buffer;
  sealedKey: string;
}

export function newRecordKey(secretKeys: readonly string[]): RecordKey {
  const key = randomBytes(32);
  return { key, sealedKey: sealBytes(secretKeys, purpose, key).toString('base64url') };
}

export function openRecordKey(secretKeys: readonly string[], sealedKey: string): Buffer {
  return openBytes(secretKeys, purpose, Buffer.from(sealedKey, 'base64url'));
}

export function sealText(key: Buffer, text: string): string {
  return sealWith(key, Buffer.from(text, 'utf8')).toString('base64url');
}

export function openText(key: Buffer, sealed: string): string {
  return openWith(key, Buffer.from(sealed, 'base64url')).toString('utf8');
}
