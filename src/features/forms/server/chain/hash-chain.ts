import { createHash } from 'node:crypto';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { type Db, statement } from '#platform/server/db/database.ts';

export type ChainEntryKind = 'signed' | 'document' | 'evaluation' | 'confirmation' | 'page' | 'removed';

export interface NewChainEntry {
  recordId: string;
  kind: ChainEntryKind;
  /** The row that the digest is of: the record, the blob or the evaluation. */
  ofId: string;
  digest: string;
  at: Date;
}

export interface ChainHead {
  entries: number;
  hash: string;
}

/** As it is hashed: whoever changes one of these is found out. */
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
 * In the caller's transaction: the row and its entry are stored together or not at all. The head is held until the end
 * of it, as that of the audit chain is; whoever writes to both writes here first, or two of them wait for each other.
 */
export async function appendChainEntry(
  db: Db,
  { recordId, kind, ofId, digest, at }: NewChainEntry,
): Promise<ChainHead> {
  if (!db.isTransaction) throw new Error('an entry is written in the transaction of what it proves');
  const [head] = await lockHead(db);
  if (head === undefined) throw new Error('the chain of forms has lost its head');
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
