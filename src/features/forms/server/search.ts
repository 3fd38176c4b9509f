import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import { demandSubject, logReading } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { type formCalls, type MedicalStatus, pageSize } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { readBlob } from './blob-files.ts';
import { listReadings, noteReading } from './readings.ts';
import { readForDesk, readFormData, toFormRecord } from './record-view.ts';
import { findRecord, isOpen } from './records.ts';
import * as sql from './search-sql.ts';
import { isToConfirm } from './waiting-pages.ts';

type SearchCalls =
  | 'GET Search/Diver'
  | 'GET Search/Member'
  | 'GET Search/document/{id}'
  | 'GET Search/blob/{id}'
  | 'GET Records/{id}/readings';

const statusesOf: Readonly<Record<'all' | 'medical_required' | 'review', readonly MedicalStatus[] | null>> = {
  all: null,
  medical_required: ['physician', 'review', 'refused'],
  review: ['review'],
};

export const searchHandlers: Pick<Handlers<typeof formCalls>, SearchCalls> = {
  'GET Search/Diver': async (ctx, { query }) => {
    const affiliateId = query.affiliateId ?? ctx.user.affiliateId;
    if (affiliateId !== ctx.user.affiliateId) await logReading(ctx, await demandSubject(ctx, affiliateId), 'forms');
    return toList(ctx, await sql.listOfDiver(ctx.db, affiliateId, offsetOf(query.page)));
  },

  'GET Search/Member': async (ctx, { query: { search, show, page } }) => {
    return listNamed(ctx, { search, page }, statusesOf[show], show === 'review');
  },

  'GET Search/document/{id}': async (ctx, { params }) => {
    const record = await findRecord(ctx, params.id);
    const [row] = await sql.findListed(ctx.db, record.id);
    if (row === undefined) throw failAnywhere('not_found');
    const listed = toFormRecord(ctx, row);
    if (!isOpen(record)) return listed;
    // Staff decide on pages that nobody else can; what was answered is not theirs to read.
    if (record.relation === 'staff') {
      const isOpenToStaff = await isToConfirm(ctx, record.id);
      const formData = await readForDesk(ctx, record, isOpenToStaff ? row.blobs : null);
      if (formData.evaluations.length > 0)
        await noteReading(ctx, { record, readerId: ctx.user.affiliateId, relation: 'staff', what: 'evaluation' });
      return { ...listed, formData };
    }
    const formData = await readFormData(ctx, record, row);
    await noteReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what: 'answers' });
    return { ...listed, formData };
  },

  'GET Search/blob/{id}': async (ctx, { params }) => {
    const [blob] = await sql.findBlob(ctx.db, params.id);
    if (blob === undefined) throw failAnywhere('not_found');
    const record = await findRecord(ctx, blob.recordId);
    const { kind, contentType, sealedKey, fileKey } = blob;
    if (record.relation === 'staff' && !(kind === 'page' && (await isToConfirm(ctx, record.id))))
      throw failAnywhere('not_found');
    const bytes = sealedKey === null || fileKey === null ? null : await readBlob(ctx.services, { sealedKey, fileKey });
    if (bytes === null) throw fail('forms.removed');
    const what = kind === 'page' ? 'page' : 'document';
    await noteReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what });
    const ending = contentType === 'application/pdf' ? 'pdf' : 'jpg';
    const name = `${record.packet}-${kind}-${record.signedAt.toISOString().slice(0, 10)}.${ending}`;
    return new FileReply(bytes, contentType, { 'content-disposition': `attachment; filename="${name}"` });
  },

  'GET Records/{id}/readings': async (ctx, { params }) => {
    const record = await findRecord(ctx, params.id);
    // Who has read it is the diver's to know.
    if (record.relation !== 'self' && record.relation !== 'guardian') throw failAnywhere('not_found');
    const readings = await listReadings(ctx.db, record.affiliateId, record.id, ctx.user.affiliateId);
    return readings.map(({ readAt, ...reading }) => ({ ...reading, readDate: readAt.toISOString() }));
  },
};

/** All that name the professional or store who asks. */
export function listFormsOf(ctx: Context, query: { search: string; page: number }) {
  return listNamed(ctx, query, null, false);
}

async function listNamed(
  ctx: Context,
  { search, page }: { search: string; page: number },
  statuses: readonly MedicalStatus[] | null,
  isOnlyToConfirm: boolean,
) {
  const pattern = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const asked = [ctx.user.affiliateId, pattern, statuses, offsetOf(page), isOnlyToConfirm, dayOf(ctx.now)] as const;
  return toList(ctx, await sql.listOfNamed(ctx.db, ...asked));
}

function offsetOf(page: number): number {
  return (page - 1) * pageSize;
}

function toList(ctx: Context, [listed]: sql.Listed[]) {
  const { total, items } = listed ?? { total: 0, items: [] };
  return { total, items: items.map((row) => toFormRecord(ctx, row)) };
}
