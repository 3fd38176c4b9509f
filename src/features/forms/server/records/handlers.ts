import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { canActForDiver, canReadAnswers } from '#features/forms/shared/policy.ts';
import { requireSubject, auditRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type formEndpoints, type MedicalStatus, pageSize } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { readBlob } from '#features/forms/server/documents/read-blob.ts';
import { listReadings, logRecordReading } from './readings.ts';
import { readFormDataForDesk, readFormData, toFormRecord } from './record-view.ts';
import { findRecord, isRetained } from './record-access.ts';
import * as queries from './queries.ts';
import { needsConfirmation } from '#features/forms/server/clearance/waiting-pages.ts';

type SearchEndpoints =
  | 'GET Search/Diver'
  | 'GET Search/Member'
  | 'GET Search/document/{id}'
  | 'GET Search/blob/{id}'
  | 'GET Records/{id}/readings';

const statusesByFilter: Readonly<Record<'all' | 'medical_required' | 'review', readonly MedicalStatus[] | null>> = {
  all: null,
  medical_required: ['physician', 'review', 'refused'],
  review: ['review'],
};

export const searchHandlers: Pick<Handlers<typeof formEndpoints>, SearchEndpoints> = {
  'GET Search/Diver': async (ctx, { query }) => {
    const affiliateId = query.affiliateId ?? ctx.user.affiliateId;
    if (affiliateId !== ctx.user.affiliateId) await auditRead(ctx, await requireSubject(ctx, affiliateId), 'forms');
    const listed = await queries.listDiverRecords.first(ctx.db, { affiliateId, offset: pageOffset(query.page) });
    return toFormRecordList(ctx, listed);
  },

  'GET Search/Member': async (ctx, { query: { search, show, page } }) => {
    return searchReceivedForms(ctx, { search, page }, statusesByFilter[show], show === 'review');
  },

  'GET Search/document/{id}': async (ctx, { params }) => {
    const record = await findRecord(ctx, params.id);
    const row = await queries.findListedRecord.first(ctx.db, record);
    if (row === undefined) throw failCall('not_found');
    const listed = toFormRecord(ctx, row);
    if (!isRetained(record)) return listed;
    const reading = { record, readerId: ctx.user.affiliateId, relation: record.relation };
    if (!canReadAnswers(record.relation)) {
      const isOpenToStaff = await needsConfirmation(ctx, record.id);
      const formData = await readFormDataForDesk(ctx, record, isOpenToStaff ? row.blobs : null);
      if (formData.evaluations.length > 0) await logRecordReading(ctx, { ...reading, what: 'evaluation' });
      return { ...listed, formData };
    }
    const formData = await readFormData(ctx, record, row);
    await logRecordReading(ctx, { ...reading, what: 'answers' });
    return { ...listed, formData };
  },

  'GET Search/blob/{id}': async (ctx, { params }) => {
    const blob = await queries.findBlob.first(ctx.db, params);
    if (blob === undefined) throw failCall('not_found');
    const record = await findRecord(ctx, blob.recordId);
    const { kind, contentType, encryptedKey, fileKey } = blob;
    if (!canReadAnswers(record.relation) && !(kind === 'page' && (await needsConfirmation(ctx, record.id))))
      throw failCall('not_found');
    const bytes =
      encryptedKey === null || fileKey === null
        ? null
        : await readBlob(ctx.services, { ...blob, encryptedKey, fileKey });
    if (bytes === null) throw fail('forms.removed');
    const what = kind === 'page' ? 'page' : 'document';
    await logRecordReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what });
    const extension = contentType === 'application/pdf' ? 'pdf' : 'jpg';
    const name = `${record.packet}-${kind}-${record.signedAt.toISOString().slice(0, 10)}.${extension}`;
    return new FileReply(bytes, contentType, { 'content-disposition': `attachment; filename="${name}"` });
  },

  'GET Records/{id}/readings': async (ctx, { params }) => {
    const record = await findRecord(ctx, params.id);
    const { affiliateId } = record;
    // The list of readers is shown only to the diver and their guardians.
    if (!canActForDiver(record.relation)) throw failCall('not_found');
    const readings = await listReadings(ctx.db, { affiliateId, recordId: record.id, viewer: ctx.user.affiliateId });
    return readings.map(({ readAt, ...reading }) => ({ ...reading, readDate: readAt.toISOString() }));
  },
};

/** All forms that name the calling professional or store. */
export function listReceivedForms(ctx: Context, query: { search: string; page: number }) {
  return searchReceivedForms(ctx, query, null, false);
}

async function searchReceivedForms(
  ctx: Context,
  { search, page }: { search: string; page: number },
  statuses: readonly MedicalStatus[] | null,
  isOnlyToConfirm: boolean,
) {
  const listed = await queries.listReceivedRecords.first(ctx.db, {
    reader: ctx.user.affiliateId,
    search: search.replaceAll(/[\\%_]/g, String.raw`\$&`),
    statuses,
    isOnlyToConfirm,
    today: toIsoDate(ctx.now),
    offset: pageOffset(page),
  });
  return toFormRecordList(ctx, listed);
}

function pageOffset(page: number): number {
  return (page - 1) * pageSize;
}

function toFormRecordList(ctx: Context, listed: queries.ListedPage | undefined) {
  const { total, items } = listed ?? { total: 0, items: [] };
  return { total, items: items.map((row) => toFormRecord(ctx, row)) };
}
