import type { Pool } from 'pg';
import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
import { defineJob, enqueue, type JobContext } from '#platform/server/jobs/jobs.ts';
import { fail } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { decryptContact, encryptContact } from './contact.ts';

/** The sync queue's event, as specified. */
export interface PhoneEvent {
  eventType: 'phone_update';
  affiliateId: number;
  phoneNumberTypeId: 2;
  userName: string;
  phoneNumber: string;
}

interface PendingPhoneChange {
  seq: number;
  event_id: string;
  sealed_number: string;
  user_name: string;
}

const selectNextChange = statement<PendingPhoneChange, [affiliateId: number]>(`
  select c.seq, c.event_id, c.sealed_number, coalesce(p.email, p.sub) as user_name
  from phone_change c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.delivered_at is null order by c.seq limit 1`);
const markDelivered = statement<unknown, [affiliateId: number, seq: number]>(
  'update phone_change set delivered_at = now() where affiliate_id = $1 and seq = $2',
);
const selectOverdue = statement<{ affiliate_id: number }, []>(`
  select affiliate_id from phone_change where delivered_at is null
  group by affiliate_id having min(changed_at) < now() - interval '1 hour' limit 1000`);
const insertEvent = statement<unknown, [affiliateId: number, id: string, eventType: string, encrypted: string]>(`
  insert into sync_event (affiliate_id, id, event_type, sealed_event) values ($1, $2, $3, $4) on conflict do nothing`);
const selectPersonExists = statement<{ is_known: boolean }, [affiliateId: number]>(
  'select exists (select from person where affiliate_id = $1) as is_known',
);

/** Delivered changes aren't needed any more, and senders repeat an event within days. */
export const deleteOldPhoneChanges = statement<unknown, []>(`
  with delivered as (delete from phone_change where delivered_at < now() - interval '30 days')
  delete from sync_event where received_at < now() - interval '30 days'`);

/**
 * Delivers a person's changes to the queue, oldest first. Retries for about two days; the schedule enqueues overdue
 * changes again, so a queue that was down for a week gets everything.
 */
export const syncPhone = defineJob(
  'account.sync-phone',
  {
    schema: z.object({ affiliateId: z.int().optional() }),
    retryLimit: 60,
    retryDelayS: 5,
    retryDelayMaxS: 3_600,
    cron: '47 * * * *',
  },
  async (ctx, { affiliateId }) => {
    if (affiliateId !== undefined) return deliverPendingChanges(ctx, affiliateId);
    // The job id limits this to once a day, because each job retries for longer.
    for (const { affiliate_id: overdueId } of await selectOverdue(ctx.database.db))
      await enqueue(
        ctx.database.db,
        syncPhone,
        { affiliateId: overdueId },
        { id: `${overdueId} ${toIsoDate(ctx.now)}` },
      );
  },
);

/** Stores an event if the association has no queue of its own, once even if it is sent again. */
export async function storePhoneEvent(keys: readonly string[], db: Db, id: string, event: PhoneEvent): Promise<void> {
  const [person] = await selectPersonExists(db, event.affiliateId);
  if (!person?.is_known) throw fail('not_found', { path: 'affiliateId' });
  await insertEvent(db, event.affiliateId, id, event.eventType, encryptContact(keys, JSON.stringify(event)));
}

const retryDelayMs = 20_000;

async function deliverPendingChanges(ctx: JobContext, affiliateId: number): Promise<void> {
  const { db, pool } = ctx.database;
  const isDone = await withLock(pool, `account.sync-phone ${affiliateId}`, async () => {
    for (let [next] = await selectNextChange(db, affiliateId); next; [next] = await selectNextChange(db, affiliateId)) {
      await deliverChange(ctx, affiliateId, next);
      await markDelivered(db, affiliateId, next.seq);
    }
  });
  // The other worker may have read the changes before ours was inserted, so another run is enqueued.
  if (!isDone)
    await enqueue(db, syncPhone, { affiliateId }, { startAfter: new Date(ctx.now.getTime() + retryDelayMs) });
}

/**
 * Runs one worker at a time for each person, because parallel workers could change the order. The lock belongs to the
 * connection and not to a transaction, because the queue may be slow; it is released if the process dies. Returns false
 * if another worker has it.
 */
async function withLock(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const connection = await pool.connect();
  let isClean = false;
  try {
    const { rows } = await connection.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_locked',
      [name],
    );
    if (rows[0]?.is_locked) {
      await work();
      await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    }
    isClean = true;
    return rows[0]?.is_locked ?? false;
  } finally {
    // After a failure the connection is closed, which releases the lock.
    connection.release(!isClean);
  }
}

async function deliverChange(
  { database, services }: JobContext,
  affiliateId: number,
  change: PendingPhoneChange,
): Promise<void> {
  const { SECRET_KEYS, SYNC_QUEUE_URL } = services.env;
  const event: PhoneEvent = {
    eventType: 'phone_update',
    affiliateId,
    phoneNumberTypeId: 2,
    userName: change.user_name,
    phoneNumber: decryptContact(SECRET_KEYS, change.sealed_number),
  };
  if (SYNC_QUEUE_URL === undefined) await storePhoneEvent(SECRET_KEYS, database.db, change.event_id, event);
  else await postPhoneEvent(SYNC_QUEUE_URL, services.env.SYNC_QUEUE_API_KEY, change.event_id, event);
}

const requestTimeoutMs = 15_000;

/** A repeated event has the same idempotency key, by which the queue recognizes it. */
async function postPhoneEvent(url: string, apiKey: string, id: string, event: PhoneEvent): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': id },
    body: JSON.stringify(event),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`sync queue responded with status ${response.status}`);
}
