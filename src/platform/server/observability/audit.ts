import { createHash } from 'node:crypto';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { type Db, statement } from '#platform/server/db/database.ts';

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

interface AuditHead {
  entries: number;
  hash: string;
}

interface AuditEntryRow {
  seq: number;
  at_us: number;
  actor_affiliate_id: number | null;
  action: string;
  subject: string;
  data: unknown;
  correlation_id: string;
  prev_hash: string;
}

const pageSize = 1_000;

const lockHead = statement<AuditHead, []>('select entries, hash from audit_head for update');
const selectHead = statement<AuditHead, []>('select entries, hash from audit_head');
const insertEntry = statement<
  unknown,
  [
    seq: number,
    atUs: number,
    actor: number | null,
    action: string,
    subject: string,
    data: string,
    correlationId: string,
    prevHash: string,
    hash: string,
  ]
>(`
  with entry as (
    insert into audit_entry (seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
    values ($1, timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3, $4, $5, $6::jsonb, $7, $8, $9)
  )
  update audit_head set entries = $1, hash = $9`);
const selectPage = statement<AuditEntryRow & { hash: string }, [after: number, limit: number]>(`
  select seq, (extract(epoch from at) * 1000000)::bigint as at_us, actor_affiliate_id, action, subject, data,
    correlation_id, prev_hash, hash
  from audit_entry where seq > $1 order by seq limit $2`);

/** Appends an entry in the caller's transaction, so the change and its entry are stored together or not at all. */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  if (!db.isTransaction) throw new Error('an audit entry must be written in the transaction of its change');
  // The lock is held until the transaction ends, so no other entry gets the same sequence number.
  const [head] = await lockHead(db);
  if (head === undefined) throw new Error('the audit_head row is missing');
  const data = JSON.stringify(event.data);
  const entry: AuditEntryRow = {
    seq: head.entries + 1,
    at_us: Date.now() * 1_000,
    actor_affiliate_id: event.actor,
    action: event.action,
    subject: event.subject,
    data: JSON.parse(data),
    correlation_id: event.correlationId,
    prev_hash: head.hash,
  };
  await insertEntry(
    db,
    entry.seq,
    entry.at_us,
    event.actor,
    event.action,
    event.subject,
    data,
    event.correlationId,
    head.hash,
    hashEntry(entry),
  );
}

/** Verifies the whole chain in pages to limit memory. Entries may be appended during the check. */
export async function verifyAuditChain(db: Db): Promise<AuditCheck> {
  let last: AuditHead = { entries: 0, hash: '' };
  for (;;) {
    const page = await selectPage(db, last.entries, pageSize);
    for (const { hash, ...entry } of page) {
      const isWhole = entry.seq === last.entries + 1 && entry.prev_hash === last.hash && hash === hashEntry(entry);
      if (!isWhole) return { entries: last.entries, firstBroken: last.entries + 1 };
      last = { entries: entry.seq, hash };
    }
    if (page.length > 0) continue;
    const [head] = await selectHead(db);
    const isEnd = head?.entries === last.entries && head.hash === last.hash;
    if (isEnd) return { entries: last.entries, firstBroken: null };
    const [next] = await selectPage(db, last.entries, 1);
    if (next === undefined)
      return { entries: last.entries, firstBroken: Math.min(head?.entries ?? 0, last.entries) + 1 };
  }
}

function hashEntry(entry: AuditEntryRow): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
