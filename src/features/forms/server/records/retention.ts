import { sql } from 'kysely';
import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob, enqueue, type JobContext } from '#platform/server/jobs/jobs.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { purgeDrafts } from '#features/forms/server/drafts/queries.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';

const warnDays = 30;
const batchSize = 50;

const claimEndingRecords = query((db, p: Params<{ now: Date }>) => {
  const today = sql<string>`(${p.now}::timestamptz at time zone 'utc')::date`;
  return db
    .updateTable('form_record as r')
    .from('person_name as n')
    .set({ warned_at: p.now })
    .whereRef('n.affiliate_id', '=', 'r.affiliate_id')
    .where((eb) =>
      eb(
        eb.refTuple('r.affiliate_id', 'r.id'),
        'in',
        eb
          .selectFrom('form_record')
          .select(['affiliate_id', 'id'])
          .where('warned_at', 'is', null)
          .where('removed_at', 'is', null)
          .where('valid_until', '<=', sql<string>`${today} + ${sql.lit(warnDays)}`)
          .where('valid_until', '>=', today)
          .orderBy('valid_until')
          .limit(batchSize)
          .forNoKeyUpdate()
          .skipLocked()
          .$asTuple('affiliate_id', 'id'),
      ),
    )
    .returning((eb) => [
      'r.id',
      'r.affiliate_id as affiliateId',
      'r.packet',
      'r.store_number as storeNumber',
      'r.member_number as memberNumber',
      'r.medical_status as medicalStatus',
      'r.valid_until as validUntil',
      eb
        .or([
          eb.ref('n.is_erased'),
          eb.exists(
            eb
              .selectFrom('form_record as newer')
              .whereRef('newer.affiliate_id', '=', 'r.affiliate_id')
              .whereRef('newer.packet', '=', 'r.packet')
              .whereRef('newer.valid_until', '>', 'r.valid_until'),
          ),
        ])
        .as('isSuperseded'),
    ]);
});

const lockExpiredRecords = query((db, p: Params<{ today: string }>) =>
  db
    .selectFrom('form_record')
    .select(['affiliate_id as affiliateId', 'id'])
    .where('removed_at', 'is', null)
    .where('keep_until', '<', p.today)
    .orderBy('keep_until')
    .limit(batchSize)
    .forNoKeyUpdate()
    .skipLocked(),
);

/** Returns the files as they were before, because all parts of the statement read the same snapshot. */
const eraseRecordContent = query((db, p: Params<{ affiliateId: number; id: string; now: Date }>) =>
  db
    .with('record', (db) =>
      db
        .updateTable('form_record')
        .set({ sealed_key: null, sealed_content: null, removed_at: p.now })
        .where('affiliate_id', '=', p.affiliateId)
        .where('id', '=', p.id),
    )
    .with('evaluation', (db) =>
      db
        .updateTable('form_evaluation')
        .set({ sealed_key: null, sealed_content: null })
        .where('affiliate_id', '=', p.affiliateId)
        .where('record_id', '=', p.id),
    )
    .with('confirmation', (db) =>
      db
        .updateTable('form_confirmation')
        .set({ sealed_key: null, sealed_content: null })
        .where('affiliate_id', '=', p.affiliateId)
        .where('record_id', '=', p.id),
    )
    .with('link', (db) =>
      db.deleteFrom('form_physician_link').where('affiliate_id', '=', p.affiliateId).where('record_id', '=', p.id),
    )
    .with('named', (db) =>
      db
        .selectFrom('form_blob')
        .select('file_key')
        .where('affiliate_id', '=', p.affiliateId)
        .where('record_id', '=', p.id),
    )
    .with('blob', (db) =>
      db
        .updateTable('form_blob')
        .set({ sealed_key: null, file_key: null })
        .where('affiliate_id', '=', p.affiliateId)
        .where('record_id', '=', p.id),
    )
    .selectNoFrom((eb) => [
      sql<(string | null)[]>`array(${eb.selectFrom('named').select('named.file_key')})`.as('fileKeys'),
      eb
        .selectFrom('form_entry')
        .select('digest')
        .where('record_id', '=', p.id)
        .where('kind', '=', 'signed')
        .as('digest'),
    ]),
);

/** Skips documents of the last six hours, whose job may still retry. */
const listMissingDocuments = query((db, p: Params<{ now: Date }>) => {
  const sixHoursAgo = sql<Date>`${p.now}::timestamptz - interval '6 hours'`;
  return db
    .selectFrom('form_record as r')
    .select(['r.id as recordId', sql<string | null>`null::uuid`.as('evaluationId')])
    .where('r.removed_at', 'is', null)
    .where('r.signed_at', '<', sixHoursAgo)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('form_blob as b')
            .whereRef('b.affiliate_id', '=', 'r.affiliate_id')
            .whereRef('b.record_id', '=', 'r.id')
            .where('b.kind', '=', 'document'),
        ),
      ),
    )
    .unionAll(
      db
        .selectFrom('form_evaluation as v')
        .select(['v.record_id as recordId', 'v.id as evaluationId'])
        .where('v.way', '=', 'link')
        .where('v.sealed_key', 'is not', null)
        .where('v.decided_at', '<', sixHoursAgo)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('form_blob as b')
                .whereRef('b.affiliate_id', '=', 'v.affiliate_id')
                .whereRef('b.record_id', '=', 'v.record_id')
                .where('b.kind', '=', 'evaluation'),
            ),
          ),
        ),
    )
    .limit(1_000);
});

/** Runs each night: warns about forms that expire soon and erases those whose retention period has ended. */
export const enforceFormRetention = defineJob(
  'forms.tend',
  { schema: z.object({}), cron: '47 3 * * *', expireInS: 3_600 },
  async (ctx) => {
    await purgeDrafts(ctx.database.db, { now: ctx.now });
    await runInBatches(ctx, warnAboutExpiry);
    await runInBatches(ctx, removeExpired);
    await enqueueMissingDocuments(ctx);
  },
);

/** Queues documents again whose job ran out of retries, for example after a disk or certificate failure. */
async function enqueueMissingDocuments({ database: { db }, now }: JobContext): Promise<void> {
  for (const { recordId, evaluationId } of await listMissingDocuments(db, { now }))
    await (evaluationId === null
      ? enqueue(db, makeRecordDocument, { recordId }, { id: `${recordId} ${toIsoDate(now)}` })
      : enqueue(db, makeEvaluationDocument, { evaluationId }, { id: `${evaluationId} ${toIsoDate(now)}` }));
}

/** Small batches hold locks briefly. */
async function runInBatches(ctx: JobContext, step: (ctx: JobContext, db: Db) => Promise<number>): Promise<void> {
  const work = () => ctx.database.inTransaction('forms.tend', (db) => step(ctx, db));
  while ((await work()) > 0);
}

async function warnAboutExpiry({ services, now }: JobContext, db: Db): Promise<number> {
  const ending = await claimEndingRecords(db, { now });
  for (const { isSuperseded, validUntil, ...record } of ending) {
    if (isSuperseded) continue;
    await notifyAboutRecord({ services, db, now }, record, {
      toDiver: { notice: formNotices.ending, values: { date: validUntil }, key: record.id },
    });
  }
  return ending.length;
}

/** Erases the key, the content and the files. The record's row and its chain entries stay. */
async function removeExpired({ now }: JobContext, db: Db): Promise<number> {
  const due = await lockExpiredRecords(db, { today: toIsoDate(now) });
  for (const { affiliateId, id } of due) {
    const erased = await eraseRecordContent.first(db, { affiliateId, id, now });
    await enqueueFileDeletion(
      db,
      (erased?.fileKeys ?? []).filter((key) => key !== null),
    );
    appendChainEntry(db, { recordId: id, kind: 'removed', ofId: id, digest: erased?.digest ?? '', at: now });
    await appendAudit(db, {
      actor: null,
      action: 'forms.removed',
      subject: `person:${affiliateId}`,
      data: { record: id },
      correlationId: 'forms.tend',
    });
  }
  return due.length;
}
