import { sql } from 'kysely';
import { appendAtCommit, chainOf, sha256Hex } from '#platform/server/chains/chains.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { toJson, type Params } from '#platform/server/db/query.ts';
import { notNull, rawQuery, text } from '#platform/server/db/raw-query.ts';

export type ChainEntryKind = 'signed' | 'document' | 'evaluation' | 'confirmation' | 'page' | 'removed';

export interface NewChainEntry {
  recordId: string;
  kind: ChainEntryKind;
  /** The row that the digest covers: the record, the blob or the evaluation. */
  ofId: string;
  digest: string;
  at: Date;
}

/** The content of an entry, as it is hashed. */
export interface ChainEntryContent {
  at_us: number;
  record_id: string;
  kind: ChainEntryKind;
  of_id: string;
  digest: string;
}

interface AppendedEntry {
  /** Throws before the entry is stored, which is when the transaction commits. */
  getHash(): string;
}

interface PendingEntry {
  content: ChainEntryContent;
  hash?: string;
}

/** Returns the hashes in the order of the entries. `digest` is that of the entry, which contains the one of the row. */
const insertEntries = rawQuery(
  { hash: notNull(text) },
  (p: Params<{ entries: readonly { chain: number; digest: string; content: ChainEntryContent }[] }>) => sql`
    insert into form_entry (seq, chain, chain_seq, at, record_id, kind, of_id, digest, prev_hash, hash)
    select a.seq, a.chain, a.chain_seq,
      timestamptz 'epoch' + (a.entry -> 'content' ->> 'at_us')::bigint * interval '1 microsecond',
      (a.entry -> 'content' ->> 'record_id')::uuid, a.entry -> 'content' ->> 'kind',
      (a.entry -> 'content' ->> 'of_id')::uuid, a.entry -> 'content' ->> 'digest', a.prev_hash, a.hash
    from append_to_chains('form', ${toJson(p.entries)}) a
    returning hash`,
);

/**
 * Appends an entry when the caller's transaction commits, because the row and its entry must be stored together. All
 * entries of a record are in one chain. The entry has a hash before the audit entries of the transaction are stored.
 */
export function appendChainEntry(db: Db, { recordId, kind, ofId, digest, at }: NewChainEntry): AppendedEntry {
  const pending: PendingEntry = {
    content: { at_us: at.getTime() * 1_000, record_id: recordId, kind, of_id: ofId, digest },
  };
  appendAtCommit(db, 'form', pending, storeEntries);
  return {
    getHash() {
      if (pending.hash === undefined) throw new Error('the chain entry is stored when its transaction commits');
      return pending.hash;
    },
  };
}

async function storeEntries(db: Db, pending: readonly PendingEntry[]): Promise<void> {
  const rows = await insertEntries(db, {
    entries: pending.map(({ content }) => ({
      chain: chainOf(content.record_id),
      digest: digestChainEntry(content),
      content,
    })),
  });
  for (const [index, { hash }] of rows.entries()) Object.assign(pending[index] ?? {}, { hash });
}

export function digestChainEntry(content: ChainEntryContent): string {
  return sha256Hex(canonicalJson(content));
}
