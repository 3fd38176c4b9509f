import { createHash } from 'node:crypto';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { type Db, statement } from '#platform/server/db/database.ts';

export interface AuditEvent {
  /** The person who did it; null for the system itself. */
  actor: number | null;
  action: string;
  /** What it was done to, such as `application:812`. */
  subject: string;
  data: Record<string, unknown>;
  correlationId: string;
}

export interface AuditCheck {
  entries: number;
  /** The number of the first entry that is missing, out of place, or not as it was written; null when all is well. */
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

/** Writes in the caller's transaction: what was done and its entry are stored together or not at all. */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  if (!db.isTransaction) throw new Error('an audit entry is written in the transaction of what it tells');
  // Held until the transaction ends, so that no other entry comes between the head and this one.
  const [head] = await lockHead(db);
  if (head === undefined) throw new Error('the audit chain has lost its head');
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

/** Walks the whole chain in pages, so that memory stays flat; entries may be appended meanwhile. */
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
