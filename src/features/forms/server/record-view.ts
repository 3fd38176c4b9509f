import type { Context } from '../../../platform/server/context.ts';
import { openRecordKey, openText } from '../../../platform/server/record-key.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { isMedicalRequired } from '../shared/rules.ts';
import { toSigner } from './draft-view.ts';
import { localeOf } from './record-document.ts';
import { listCorrected } from './clearance/correction.ts';
import { findSentLink } from './clearance/sql.ts';
import type { RecordContent } from './content-shape.ts';
import { openContent, type OpenRecord, type ReadableRecord } from './records.ts';
import { listEvaluations, type ListedRow } from './search-sql.ts';

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
    isValid: !row.isRemoved && row.validUntil >= dayOf(now),
  };
}

/** Everything in it, as the diver has read it. */
export async function readFormData(
  ctx: Context,
  record: ReadableRecord & OpenRecord,
  row: ListedRow,
): Promise<FormData> {
  const content = openContent(ctx.services, record);
  const shown = content.shown.find(({ locale }) => locale === localeOf(content));
  const isTheirs = record.relation === 'self' || record.relation === 'guardian';
  const [sent] = isTheirs ? await findSentLink(ctx.db, record.affiliateId, record.id) : [];
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
 * What staff need who only confirm: the page, or who responded; without blobs there is nothing to confirm. Remarks may be
 * medical, and stay with the form.
 */
export async function readForDesk(
  ctx: Context,
  record: OpenRecord,
  blobs: ListedRow['blobs'] | null,
): Promise<FormData> {
  const evaluations = blobs === null ? [] : await readEvaluations(ctx, record);
  return {
    forms: [],
    answers: {},
    signers: [],
    correctionOf: await readCorrection(ctx, record, openContent(ctx.services, record)),
    evaluations: evaluations
      .filter(({ confirmation }) => confirmation?.state === 'pending')
      .map((evaluation) => ({ ...evaluation, remarks: null })),
    physicianLink: null,
    blobs: (blobs ?? []).filter(({ kind }) => kind === 'page'),
  };
}

async function readCorrection(ctx: Context, record: OpenRecord, content: RecordContent) {
  const [earlier] = await listCorrected(ctx.db, record, content, ctx.now);
  return earlier === undefined ? null : { documentId: earlier.id, signedDate: earlier.signedAt.toISOString() };
}

type Evaluation = FormData['evaluations'][number];

async function readEvaluations(ctx: Context, record: OpenRecord): Promise<Evaluation[]> {
  const key = openRecordKey(ctx.services.env.SECRET_KEYS, record.sealedKey);
  const open = (sealed: string | null) => JSON.parse(sealed === null ? '{}' : openText(key, sealed)) as Said;
  const rows = await listEvaluations(ctx.db, record.affiliateId, record.id);
  return rows.map(({ id, way, decision, sealedContent, decidedAt, ...row }) => {
    const said = open(sealedContent);
    return {
      id,
      way,
      isMailed: said.isMailed ?? null,
      decision,
      physician: said.physician ?? null,
      clinic: said.clinic ?? null,
      license: said.license ?? null,
      phone: said.phone ?? null,
      sentTo: said.sentTo || null,
      remarks: (said.remarks ?? said.reason) || null,
      signedOn: said.signedOn ?? null,
      decidedDate: decidedAt.toISOString(),
      confirmation: row.needsConfirmation
        ? {
            state: row.outcome ?? 'pending',
            reason: open(row.sealedConfirmation).reason || null,
            decidedDate: row.confirmedAt?.toISOString() ?? null,
          }
        : null,
    };
  });
}

/** Of a physician, of who looked at a page, or of who confirmed. */
interface Said {
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
