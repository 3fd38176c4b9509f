import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

export type ChainEntryKind = 'signed' | 'document' | 'evaluation' | 'confirmation' | 'page' | 'removed';

export interface NewChainEntry {
  recordId: string;
  kind: ChainEntryKind;
  /** The row that the digest covers: the record, the blob or the evaluation. */
  ofId: string;
  digest: string;
  at: Date;
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

const lockHead = query((db) => db.selectFrom('form_head').select(['entries', 'hash']).forUpdate());

export type ChainHead = Row<typeof lockHead>;

const insertEntry = query((db, p: Params<ChainEntry & { hash: string }>) =>
  db
    .with('entry', (db) =>
      db.insertInto('form_entry').values({
        seq: p.seq,
        at: sql<Date>`timestamptz 'epoch' + ${p.at_us}::bigint * interval '1 microsecond'`,
        record_id: p.record_id,
        kind: p.kind,
        of_id: p.of_id,
        digest: p.digest,
        prev_hash: p.prev_hash,
        hash: p.hash,
      }),
    )
    .updateTable('form_head')
    .set({ entries: p.seq, hash: p.hash }),
);

/**
 * Runs in the caller's transaction, because the row and its entry must be stored together. The head stays locked until
 * the commit, as the audit chain's does; code that writes to both must write here first, or it can deadlock.
 */
export async function appendChainEntry(
  db: Db,
  { recordId, kind, ofId, digest, at }: NewChainEntry,
): Promise<ChainHead> {
  if (!db.isTransaction) throw new Error('appendChainEntry must run in the transaction that stores the row');
  const head = await lockHead.first(db);
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
  await insertEntry(db, { ...entry, hash });
  return { entries: entry.seq, hash };
}

export function hashChainEntry(entry: ChainEntry): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
