import * as z from 'zod';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob, enqueue, type JobContext } from '#platform/server/jobs/jobs.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { purgeDrafts } from '#features/forms/server/drafts/queries.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';
import type { SignedRecord } from '#features/forms/server/form-hooks.ts';

const warnDays = 30;
const batchSize = 50;

const claimEndingRecords = statement<
  SignedRecord & { validUntil: string; isSuperseded: boolean },
  [now: Date, limit: number]
>(`
  update form_record r set warned_at = $1
  from person p
  where p.affiliate_id = r.affiliate_id and (r.affiliate_id, r.id) in (
    select affiliate_id, id from form_record
    where warned_at is null and removed_at is null
      and valid_until <= ($1::timestamptz at time zone 'utc')::date + ${warnDays}
      and valid_until >= ($1::timestamptz at time zone 'utc')::date
    order by valid_until limit $2 for update skip locked)
  returning r.id, r.affiliate_id as "affiliateId", r.packet, r.store_number as "storeNumber",
    r.member_number as "memberNumber", r.medical_status as "medicalStatus", r.valid_until as "validUntil",
    p.given_name || p.family_name = '' or exists (select from form_record n where n.affiliate_id = r.affiliate_id
      and n.packet = r.packet and n.valid_until > r.valid_until) as "isSuperseded"`);

const selectExpiredRecords = statement<{ affiliateId: number; id: string }, [today: string, limit: number]>(`
  select affiliate_id as "affiliateId", id from form_record
  where removed_at is null and keep_until < $1::date order by keep_until limit $2 for update skip locked`);

const eraseRecordContent = statement<{ fileKeys: (string | null)[]; digest: string }, [number, string, at: Date]>(`
  with record as (
    update form_record set sealed_key = null, sealed_content = null, removed_at = $3
    where affiliate_id = $1 and id = $2
  ), evaluation as (
    update form_evaluation set sealed_key = null, sealed_content = null where affiliate_id = $1 and record_id = $2
  ), confirmation as (
    update form_confirmation set sealed_key = null, sealed_content = null where affiliate_id = $1 and record_id = $2
  ), link as (
    delete from form_physician_link where affiliate_id = $1 and record_id = $2
  ), named as (
    select file_key from form_blob where affiliate_id = $1 and record_id = $2
  ), blob as (
    update form_blob set sealed_key = null, file_key = null where affiliate_id = $1 and record_id = $2
  )
  select array(select file_key from named) as "fileKeys",
    (select digest from form_entry where record_id = $2 and kind = 'signed') as digest`);

/** Skips documents of the last six hours, whose job may still retry. */
const listMissingDocuments = statement<{ recordId: string; evaluationId: string | null }, [now: Date]>(`
  select r.id as "recordId", null::uuid as "evaluationId" from form_record r
  where r.removed_at is null and r.signed_at < $1::timestamptz - interval '6 hours' and not exists (
    select from form_blob b where b.affiliate_id = r.affiliate_id and b.record_id = r.id and b.kind = 'document')
  union all
  select v.record_id, v.id from form_evaluation v
  where v.way = 'link' and v.sealed_key is not null and v.decided_at < $1::timestamptz - interval '6 hours'
    and not exists (select from form_blob b
      where b.affiliate_id = v.affiliate_id and b.record_id = v.record_id and b.kind = 'evaluation')
  limit 1000`);

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
  for (const { recordId, evaluationId } of await listMissingDocuments(db, now))
    await (evaluationId === null
      ? enqueue(db, makeRecordDocument, { recordId }, { id: `${recordId} ${toIsoDate(now)}` })
      : enqueue(db, makeEvaluationDocument, { evaluationId }, { id: `${evaluationId} ${toIsoDate(now)}` }));
}

/** Small batches hold the chain head briefly, because signing needs it too. */
async function runInBatches(ctx: JobContext, step: (ctx: JobContext, db: Db) => Promise<number>): Promise<void> {
  const work = () => ctx.database.inTransaction('forms.tend', (db) => step(ctx, db));
  while ((await work()) > 0);
}

async function warnAboutExpiry({ services, now }: JobContext, db: Db): Promise<number> {
  const ending = await claimEndingRecords(db, now, batchSize);
  for (const { isSuperseded, validUntil, ...record } of ending) {
    if (isSuperseded) continue;
    // Noon is on the same day in every time zone.
    const values = { date: Date.parse(`${validUntil}T12:00:00Z`) };
    await notifyAboutRecord({ services, db, now }, record, {
      toDiver: { notice: formNotices.ending, values, key: record.id },
    });
  }
  return ending.length;
}

/** Erases the key, the content and the files. The record's row and its chain entries stay. */
async function removeExpired({ now }: JobContext, db: Db): Promise<number> {
  const due = await selectExpiredRecords(db, toIsoDate(now), batchSize);
  for (const { affiliateId, id } of due) {
    const [erased] = await eraseRecordContent(db, affiliateId, id, now);
    await enqueueFileDeletion(
      db,
      (erased?.fileKeys ?? []).filter((key) => key !== null),
    );
    await appendChainEntry(db, { recordId: id, kind: 'removed', ofId: id, digest: erased?.digest ?? '', at: now });
  }
  for (const { affiliateId, id } of due)
    await appendAudit(db, {
      actor: null,
      action: 'forms.removed',
      subject: `person:${affiliateId}`,
      data: { record: id },
      correlationId: 'forms.tend',
    });
  return due.length;
}
