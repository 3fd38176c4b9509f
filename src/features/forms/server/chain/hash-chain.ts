import { createHash } from 'node:crypto';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { type Db, statement } from '#platform/server/db/database.ts';

export type ChainEntryKind = 'signed' | 'document' | 'evaluation' | 'confirmation' | 'page' | 'removed';

export interface NewChainEntry {
  recordId: string;
  kind: ChainEntryKind;
  /** The row that the digest covers: the record, the blob or the evaluation. */
  ofId: string;
  digest: string;
  at: Date;
}

export interface ChainHead {
  entries: number;
  hash: string;
}

/** The hashed fields. A change of any of them is detected. */
export interface ChainEntry {
  seq: number;
  at_us: number;
  record_id: string;
  kind: ChainEntryKind;
  of_id: string;
  digest: string;
  prev_hash: string;
}

const lockHead = statement<ChainHead, []>('select entries, hash from form_head for update');
const insertEntry = statement<
  unknown,
  [
    seq: number,
    atUs: number,
    recordId: string,
    kind: ChainEntryKind,
    ofId: string,
    digest: string,
    prevHash: string,
    hash: string,
  ]
>(`
  with entry as (
    insert into form_entry (seq, at, record_id, kind, of_id, digest, prev_hash, hash)
    values ($1, timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3, $4, $5, $6, $7, $8)
  )
  update form_head set entries = $1, hash = $8`);

/**
 * Runs in the caller's transaction, because the row and its entry must be stored together. The head stays locked until
 * the commit, as the audit chain's does; code that writes to both must write here first, or it can deadlock.
 */
export async function appendChainEntry(
  db: Db,
  { recordId, kind, ofId, digest, at }: NewChainEntry,
): Promise<ChainHead> {
  if (!db.isTransaction) throw new Error('appendChainEntry must run in the transaction that stores the row');
  const [head] = await lockHead(db);
  if (head === undefined) throw new Error('form_head has no row');
  const entry: ChainEntry = {
    seq: head.entries + 1,
    at_us: at.getTime() * 1_000,
    record_id: recordId,
    kind,
    of_id: ofId,
    digest,
    prev_hash: head.hash,
  };
  const hash = hashChainEntry(entry);
  await insertEntry(db, entry.seq, entry.at_us, recordId, kind, ofId, digest, head.hash, hash);
  return { entries: entry.seq, hash };
}

export function hashChainEntry(entry: ChainEntry): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
