import type { Env } from '#platform/server/config/env.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';

type Keys = Pick<Env, 'SECRET_KEYS'>;

interface StoredRow {
  affiliateId: number;
  id: string;
  encryptedKey: string;
}

/** Identifies a decision on a record or a file of it, which are encrypted with the record's key. */
interface PartId {
  affiliateId: number;
  recordId: string;
  id: string;
}

export function openDraft({ SECRET_KEYS }: Keys, { affiliateId, id, encryptedKey }: StoredRow) {
  return RecordCipher.open(SECRET_KEYS, encryptedKey, 'form_draft', { affiliate_id: affiliateId, id });
}

export function openRecord({ SECRET_KEYS }: Keys, { affiliateId, id, encryptedKey }: StoredRow) {
  return RecordCipher.open(SECRET_KEYS, encryptedKey, 'form_record', { affiliate_id: affiliateId, id });
}

export function toPartKey({ affiliateId, recordId, id }: PartId) {
  return { affiliate_id: affiliateId, record_id: recordId, id };
}
