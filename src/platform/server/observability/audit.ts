import { sql } from 'kysely';
import { appendAtCommit, chainOf, sha256Hex } from '#platform/server/chains/chains.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Db } from '#platform/server/db/database.ts';
import { toJson, type Params } from '#platform/server/db/query.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { deskChangeChannel, findDeskQueue } from '#domain/audit-actions.ts';

/** Filled by `src/domain/audit-actions.ts` with one property for each action. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AuditActions {}
export type AuditAction = keyof AuditActions & string;
type Before<Suffix extends string, Action = AuditAction> = Action extends `${infer Name}.${Suffix}` ? Name : never;
/** The kind of record that was read: `account` in `account.read`. */
export type ReadTarget = Before<'read'>;
/** The queue of the desk that was read: `photo` in `photo.queue_read`. */
export type QueueName = Before<'queue_read'>;

type AuditData = Record<string, unknown>;

export interface AuditEvent {
  /** The acting person; null for the system. */
  actor: number | null;
  action: AuditAction;
  /** The target of the action, such as `application:812`. Its entries are in one chain. */
  subject: string;
  /** A function is called at the commit, after the entries of the other log. */
  data: AuditData | (() => AuditData);
  correlationId: string;
  /** Now, unless the entry is about the past of the demo. */
  at?: Date;
}

/** The content of an entry, as it is hashed. */
interface AuditContent {
  at_us: number;
  actor_affiliate_id: number | null;
  action: string;
  subject: string;
  data: AuditData;
  correlation_id: string;
}

const insertEntries = rawQuery(
  {},
  (p: Params<{ entries: readonly (AuditContent & { chain: number; digest: string })[] }>) => sql`
    insert into audit_entry (seq, chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
    select a.seq, a.chain, a.chain_seq, timestamptz 'epoch' + (a.entry ->> 'at_us')::bigint * interval '1 microsecond',
      (a.entry ->> 'actor_affiliate_id')::bigint, a.entry ->> 'action', a.entry ->> 'subject', a.entry -> 'data',
      a.entry ->> 'correlation_id', a.prev_hash, a.hash
    from append_to_chains('audit', ${toJson(p.entries)}) a`,
);

/**
 * Appends an entry when the caller's transaction commits, so the change and its entry are stored together or not at all.
 * Statements of the transaction don't see the entry.
 */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  const at = event.at ?? new Date();
  const data = typeof event.data === 'function' ? event.data : copyData(event.data);
  appendAtCommit(db, 'audit', { ...event, at, data }, storeEvents);
  const queue = findDeskQueue(event.action);
  if (queue !== undefined) await publish(db, deskChangeChannel, { queue, subject: event.subject });
}

async function storeEvents(db: Db, events: readonly (AuditEvent & { at: Date })[]): Promise<void> {
  const entries = events.map(({ at, actor, action, subject, data, correlationId }) => {
    const content: AuditContent = {
      at_us: at.getTime() * 1_000,
      actor_affiliate_id: actor,
      action,
      subject,
      data: typeof data === 'function' ? copyData(data()) : data,
      correlation_id: correlationId,
    };
    return { ...content, chain: chainOf(subject), digest: digestAudit(content) };
  });
  await insertEntries(db, { entries });
}

/** The data as it is read back from the database, without undefined values. */
const copyData = (data: AuditData): AuditData => JSON.parse(JSON.stringify(data)) as AuditData;

export function digestAudit(content: AuditContent): string {
  return sha256Hex(canonicalJson(content));
}
