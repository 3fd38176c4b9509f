import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';

/** Filled by `src/domain/audit-actions.ts` with one property for each action. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AuditActions {}
export type AuditAction = keyof AuditActions & string;
type Before<Suffix extends string, Action = AuditAction> = Action extends `${infer Name}.${Suffix}` ? Name : never;
/** The kind of record that was read: `account` in `account.read`. */
export type ReadTarget = Before<'read'>;
/** The queue of the desk that was read: `photo` in `photo.queue_read`. */
export type QueueName = Before<'queue_read'>;

export interface AuditEvent {
  /** The acting person; null for the system. */
  actor: number | null;
  action: AuditAction;
  /** The target of the action, such as `application:812`. */
  subject: string;
  data: Record<string, unknown>;
  correlationId: string;
}

export interface AuditCheck {
  entries: number;
  /** The number of the first missing, misplaced or modified entry; null if the chain is intact. */
  firstBroken: number | null;
}

/** An entry as it is hashed. */
interface HashedEntry {
  seq: number;
  at_us: number;
  actor_affiliate_id: number | null;
  action: string;
  subject: string;
  data: Record<string, unknown>;
  correlation_id: string;
  prev_hash: string;
}

const pageSize = 1_000;

const lockHead = query((db) => db.selectFrom('audit_head').select(['entries', 'hash']).forUpdate());
const findHead = query((db) => db.selectFrom('audit_head').select(['entries', 'hash']));
const insertEntry = query((db, p: Params<HashedEntry & { hash: string }>) =>
  db
    .with('entry', (db) =>
      db.insertInto('audit_entry').values({
        seq: p.seq,
        at: sql`timestamptz 'epoch' + ${p.at_us}::bigint * interval '1 microsecond'`,
        actor_affiliate_id: p.actor_affiliate_id,
        action: p.action,
        subject: p.subject,
        data: toJson(p.data),
        correlation_id: p.correlation_id,
        prev_hash: p.prev_hash,
        hash: p.hash,
      }),
    )
    .updateTable('audit_head')
    .set({ entries: p.seq, hash: p.hash }),
);
const listEntries = query((db, p: Params<{ after: number; limit: number }>) =>
  db
    .selectFrom('audit_entry')
    .select([
      'seq',
      sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('at_us'),
      'actor_affiliate_id',
      'action',
      'subject',
      'data',
      'correlation_id',
      'prev_hash',
      'hash',
    ])
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.limit),
);

/** Appends an entry in the caller's transaction, so the change and its entry are stored together or not at all. */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  if (!db.isTransaction) throw new Error('an audit entry must be written in the transaction of its change');
  // The lock is held until the transaction ends, so no other entry gets the same sequence number.
  const head = await lockHead.first(db);
  if (head === undefined) throw new Error('the audit_head row is missing');
  const entry: HashedEntry = {
    seq: head.entries + 1,
    at_us: Date.now() * 1_000,
    actor_affiliate_id: event.actor,
    action: event.action,
    subject: event.subject,
    // As it is read back from the database, without undefined values.
    data: JSON.parse(JSON.stringify(event.data)),
    correlation_id: event.correlationId,
    prev_hash: head.hash,
  };
  await insertEntry(db, { ...entry, hash: hashEntry(entry) });
}

/** Verifies the whole chain in pages to limit memory. Entries may be appended during the check. */
export async function verifyAuditChain(db: Db): Promise<AuditCheck> {
  let last = { entries: 0, hash: '' };
  for (;;) {
    const page = await listEntries(db, { after: last.entries, limit: pageSize });
    for (const { hash, ...entry } of page) {
      const isWhole = entry.seq === last.entries + 1 && entry.prev_hash === last.hash && hash === hashEntry(entry);
      if (!isWhole) return { entries: last.entries, firstBroken: last.entries + 1 };
      last = { entries: entry.seq, hash };
    }
    if (page.length > 0) continue;
    const head = await findHead.first(db);
    const isEnd = head?.entries === last.entries && head.hash === last.hash;
    if (isEnd) return { entries: last.entries, firstBroken: null };
    const next = await listEntries.first(db, { after: last.entries, limit: 1 });
    if (next === undefined)
      return { entries: last.entries, firstBroken: Math.min(head?.entries ?? 0, last.entries) + 1 };
  }
}

function hashEntry(entry: HashedEntry): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
