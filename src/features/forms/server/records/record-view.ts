import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { canActForDiver } from '#features/forms/shared/policy.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { isMedicalRequired } from '#features/forms/shared/rules.ts';
import { toSigner } from '#features/forms/server/drafts/draft-view.ts';
import { recordLocale } from '#features/forms/server/documents/record-pdf.ts';
import { listCorrectedRecords } from '#features/forms/server/clearance/correction.ts';
import { findSentLink } from '#features/forms/server/clearance/queries.ts';
import type { RecordContent } from './record-content.ts';
import { decryptRecordContent, type RetainedRecord, type ReadableRecord } from './record-access.ts';
import { listEvaluations, type ListedRow } from './queries.ts';

export function toFormRecord(
  { services, locale, now }: Pick<Context, 'services' | 'locale' | 'now'>,
  row: ListedRow,
): FormRecord {
  const { blobs, signedDate, ...rest } = row;
  const statusId = isMedicalRequired(row.medicalStatus) ? 2 : 1;
  const document = blobs.find(({ kind }) => kind === 'document');
  return {
    ...rest,
    statusId,
    status: services.messages.format(locale, `forms.status.${statusId}`),
    name: services.messages.format(locale, `forms.packet.${row.packet}`),
    url: `/training/forms-applications/${row.id}`,
    downloadUrl: document ? `/api/forms/Search/blob/${document.id}` : null,
    createdDate: signedDate,
    blobIds: blobs.map(({ id }) => id),
    medicalRequired: statusId === 2,
    formData: null,
    isJson: true,
    isValid: !row.isRemoved && row.validUntil >= toIsoDate(now),
  };
}

/** The full content, in the diver's language. */
export async function readFormData(
  ctx: Context,
  record: ReadableRecord & RetainedRecord,
  row: ListedRow,
): Promise<FormRecordData> {
  const content = decryptRecordContent(ctx.services, record);
  const shown = content.shown.find(({ locale }) => locale === recordLocale(content));
  const isOwn = canActForDiver(record.relation);
  const { affiliateId, id: recordId } = record;
  const sent = isOwn ? await findSentLink.first(ctx.db, { affiliateId, recordId }) : undefined;
  return {
    forms: shown?.forms.map(({ form }) => form) ?? content.governing,
    answers: content.answers,
    signers: content.signers.map((signer) => toSigner(signer, ctx.user.affiliateId)),
    correctionOf: await readCorrection(ctx, record, content),
    evaluations: await readEvaluations(ctx, record),
    physicianLink: sent
      ? {
          sentTo: sent.sentTo,
          sentDate: sent.sentAt.toISOString(),
          expiresDate: sent.expiresAt.toISOString(),
          isExpired: sent.expiresAt <= ctx.now,
        }
      : null,
    blobs: row.blobs,
  };
}

/**
 * The part that staff need to confirm a page or a response; null blobs mean that there is nothing to confirm. Remarks
 * are left out, because they may be medical.
 */
export async function readFormDataForDesk(
  ctx: Context,
  record: RetainedRecord,
  blobs: ListedRow['blobs'] | null,
): Promise<FormRecordData> {
  const evaluations = blobs === null ? [] : await readEvaluations(ctx, record);
  return {
    forms: [],
    answers: {},
    signers: [],
    correctionOf: await readCorrection(ctx, record, decryptRecordContent(ctx.services, record)),
    evaluations: evaluations
      .filter(({ confirmation }) => confirmation?.state === 'pending')
      .map((evaluation) => ({ ...evaluation, remarks: null })),
    physicianLink: null,
    blobs: (blobs ?? []).filter(({ kind }) => kind === 'page'),
  };
}

async function readCorrection(ctx: Context, record: RetainedRecord, content: RecordContent) {
  const [earlier] = await listCorrectedRecords(ctx.db, record, content, ctx.now);
  return earlier === undefined ? null : { documentId: earlier.id, signedDate: earlier.signedAt.toISOString() };
}

type Evaluation = FormRecordData['evaluations'][number];

async function readEvaluations(ctx: Context, record: RetainedRecord): Promise<Evaluation[]> {
  const cipher = openRecord(ctx.services.env, record);
  const { affiliateId, id: recordId } = record;
  const decrypt = (table: 'form_evaluation' | 'form_confirmation', id: string | null, encrypted: string | null) => {
    if (id === null || encrypted === null) return {} as DecisionContent;
    const part = cipher.for(table, toPartKey({ affiliateId, recordId, id }));
    return JSON.parse(part.decrypt('sealed_content', encrypted)) as DecisionContent;
  };
  const rows = await listEvaluations(ctx.db, { affiliateId, recordId });
  return rows.map(({ id, way, decision, encryptedContent, decidedAt, ...row }) => {
    const content = decrypt('form_evaluation', id, encryptedContent);
    return {
      id,
      way,
      isMailed: content.isMailed ?? null,
      decision,
      physician: content.physician ?? null,
      clinic: content.clinic ?? null,
      license: content.license ?? null,
      phone: content.phone ?? null,
      sentTo: content.sentTo || null,
      remarks: (content.remarks ?? content.reason) || null,
      signedOn: content.signedOn ?? null,
      decidedDate: decidedAt.toISOString(),
      confirmation: row.needsConfirmation
        ? {
            state: row.outcome ?? 'pending',
            reason: decrypt('form_confirmation', row.confirmationId, row.encryptedConfirmation).reason || null,
            decidedDate: row.confirmedAt?.toISOString() ?? null,
          }
        : null,
    };
  });
}

/** Written by a physician, a reviewer of a page, or the person who confirmed. */
interface DecisionContent {
  physician?: string;
  clinic?: string;
  license?: string;
  phone?: string;
  sentTo?: string;
  remarks?: string;
  reason?: string;
  isMailed?: boolean;
  signedOn?: string | null;
}
