import { sql, type Expression } from 'kysely';
import type { Pool } from 'pg';
import * as z from 'zod';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { defineJob, enqueue, type JobContext } from '#platform/server/jobs/jobs.ts';
import { fail } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { contactPurpose } from './contact.ts';

/** The sync queue's event, as specified. */
export interface PhoneEvent {
  eventType: 'phone_update';
  affiliateId: number;
  phoneNumberTypeId: 2;
  userName: string;
  phoneNumber: string;
}

const findNextChange = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('phone_change as c')
    .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
    .select((eb) => [
      'c.seq',
      'c.event_id as eventId',
      'c.sealed_number as encryptedNumber',
      eb.fn.coalesce('p.email', 'p.sub').as('userName'),
    ])
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.delivered_at', 'is', null)
    .orderBy('c.seq')
    .limit(1),
);

/** The number is authenticated with the encrypted value, so it is needed before the row. */
const reserveChange = query((db) =>
  db.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('phone_change', 'seq'))`.as('seq')),
);

const insertPhoneChange = query((db, p: Params<{ affiliateId: number; seq: number; encrypted: string }>) =>
  db.insertInto('phone_change').values({ affiliate_id: p.affiliateId, seq: p.seq, sealed_number: p.encrypted }),
);

const markDelivered = query((db, p: Params<{ affiliateId: number; seq: number }>) =>
  db
    .updateTable('phone_change')
    .set({ delivered_at: sql`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('seq', '=', p.seq),
);

const listOverdue = query((db) =>
  db
    .selectFrom('phone_change')
    .select('affiliate_id as affiliateId')
    .where('delivered_at', 'is', null)
    .groupBy('affiliate_id')
    .having((eb) => eb(eb.fn.min('changed_at'), '<', sql<Date>`now() - interval '1 hour'`))
    .limit(1000),
);

interface NewSyncEvent {
  affiliateId: number;
  id: string;
  eventType: PhoneEvent['eventType'];
  encrypted: string;
}

const insertEvent = query((db, p: Params<NewSyncEvent>) =>
  db
    .insertInto('sync_event')
    .values({ affiliate_id: p.affiliateId, id: p.id, event_type: p.eventType, sealed_event: p.encrypted })
    .onConflict((conflict) => conflict.doNothing()),
);

const findPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId),
);

/** Delivered changes aren't needed any more, and senders repeat an event within days. */
export const deleteOldPhoneChanges = query((db) =>
  db
    .with('delivered', (db) =>
      db.deleteFrom('phone_change').where('delivered_at', '<', sql<Date>`now() - interval '30 days'`),
    )
    .deleteFrom('sync_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`),
);

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
    const { db } = ctx.database;
    for (const overdue of await listOverdue(db))
      await enqueue(db, syncPhone, overdue, { id: `${overdue.affiliateId} ${toIsoDate(ctx.now)}` });
  },
);

const contextOfChange = (affiliateId: number, seq: number) =>
  EncryptionContext.ofRow(contactPurpose, 'phone_change', 'sealed_number', { affiliate_id: affiliateId, seq });
const contextOfEvent = (affiliateId: number, id: string) =>
  EncryptionContext.ofRow(contactPurpose, 'sync_event', 'sealed_event', { affiliate_id: affiliateId, id });

/** Remembers a new number until it is delivered. An empty one was removed. */
export async function storePhoneChange(
  keys: readonly string[],
  db: Db,
  affiliateId: number,
  phoneNumber: string,
): Promise<void> {
  const { seq = 0 } = (await reserveChange.first(db)) ?? {};
  await insertPhoneChange(db, {
    affiliateId,
    seq,
    encrypted: encrypt(keys, contextOfChange(affiliateId, seq), phoneNumber),
  });
}

/** Stores an event if the association has no queue of its own, once even if it is sent again. */
export async function storePhoneEvent(keys: readonly string[], db: Db, id: string, event: PhoneEvent): Promise<void> {
  const { affiliateId, eventType } = event;
  if ((await findPerson.first(db, { affiliateId })) === undefined) throw fail('not_found', { path: 'affiliateId' });
  await insertEvent(db, {
    affiliateId,
    id,
    eventType,
    encrypted: encrypt(keys, contextOfEvent(affiliateId, id), JSON.stringify(event)),
  });
}

const retryDelayMs = 20_000;

async function deliverPendingChanges(ctx: JobContext, affiliateId: number): Promise<void> {
  const { db, sessionPool } = ctx.database;
  const isDone = await withLock(sessionPool, `account.sync-phone ${affiliateId}`, async () => {
    const findNext = () => findNextChange.first(db, { affiliateId });
    for (let next = await findNext(); next; next = await findNext()) {
      await deliverChange(ctx, affiliateId, next);
      await markDelivered(db, { affiliateId, seq: next.seq });
    }
  });
  // The other worker may have read the changes before ours was inserted, so another run is enqueued.
  if (!isDone)
    await enqueue(db, syncPhone, { affiliateId }, { startAfter: new Date(ctx.now.getTime() + retryDelayMs) });
}

const lockKey = (name: Expression<string>) => sql<number>`hashtextextended(${name}, 0)`;
const tryLock = query((db, p: Params<{ name: string }>) =>
  db.selectNoFrom((eb) => eb.fn<boolean>('pg_try_advisory_lock', [lockKey(p.name)]).as('isLocked')),
);
const unlock = query((db, p: Params<{ name: string }>) =>
  db.selectNoFrom((eb) => eb.fn<boolean>('pg_advisory_unlock', [lockKey(p.name)]).as('isUnlocked')),
);

/**
 * Runs one worker at a time for each person, because parallel workers could change the order. The lock belongs to the
 * connection and not to a transaction, because the queue may be slow; it is released if the process dies. Returns false
 * if another worker has it.
 */
async function withLock(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const connection = await pool.connect();
  let isClean = false;
  try {
    const { rows } = await connection.query<Row<typeof tryLock>>(tryLock.text, tryLock.toValues({ name }));
    const isLocked = rows[0]?.isLocked ?? false;
    if (isLocked) {
      await work();
      await connection.query(unlock.text, unlock.toValues({ name }));
    }
    isClean = true;
    return isLocked;
  } finally {
    // After a failure the connection is closed, which releases the lock.
    connection.release(!isClean);
  }
}

async function deliverChange(
  { database, services }: JobContext,
  affiliateId: number,
  change: Row<typeof findNextChange>,
): Promise<void> {
  const { SECRET_KEYS, SYNC_QUEUE_URL } = services.env;
  const event: PhoneEvent = {
    eventType: 'phone_update',
    affiliateId,
    phoneNumberTypeId: 2,
    userName: change.userName,
    phoneNumber: decrypt(SECRET_KEYS, contextOfChange(affiliateId, change.seq), change.encryptedNumber),
  };
  if (SYNC_QUEUE_URL === undefined) await storePhoneEvent(SECRET_KEYS, database.db, change.eventId, event);
  else await postPhoneEvent(SYNC_QUEUE_URL, services.env.SYNC_QUEUE_API_KEY, change.eventId, event);
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
