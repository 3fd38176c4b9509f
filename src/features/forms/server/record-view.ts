import type { Context } from '../../../platform/server/context.ts';
import { openRecordKey, openText } from '../../../platform/server/record-key.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { isMedicalRequired } from '../shared/rules.ts';
import { toSigner } from './draft-view.ts';
import { localeOf } from './record-document.ts';
import { openContent, type OpenRecord } from './records.ts';
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
export async function readFormData(ctx: Context, record: OpenRecord, { blobs }: ListedRow): Promise<FormData> {
  const content = openContent(ctx.services, record);
  const shown = content.shown.find(({ locale }) => locale === localeOf(content));
  const key = openRecordKey(ctx.services.env.SECRET_KEYS, record.sealedKey);
  const evaluations = await listEvaluations(ctx.db, record.affiliateId, record.id);
  return {
    forms: shown?.forms.map(({ form }) => form) ?? content.governing,
    answers: content.answers,
    signers: content.signers.map((signer) => toSigner(signer, ctx.user.affiliateId)),
    evaluations: evaluations.map(({ id, way, decision, sealedContent, decidedAt }) => {
      const said = JSON.parse(sealedContent === null ? '{}' : openText(key, sealedContent)) as Said;
      return {
        id,
        way,
        isMailed: said.isMailed ?? null,
        decision,
        physician: said.physician ?? null,
        clinic: said.clinic ?? null,
        remarks: (said.remarks ?? said.reason) || null,
        signedOn: said.signedOn ?? null,
        decidedDate: decidedAt.toISOString(),
      };
    }),
    blobs,
  };
}

/** What somebody needs who only looks at an uploaded page. */
export function pagesOnly(blobs: ListedRow['blobs']): FormData {
  return {
    forms: [],
    answers: {},
    signers: [],
    evaluations: [],
    blobs: blobs.filter(({ kind }) => kind === 'page'),
  };
}

/** Of a physician, or of who looked at a page. */
interface Said {
  physician?: string;
  clinic?: string;
  remarks?: string;
  reason?: string;
  isMailed?: boolean;
  signedOn?: string | null;
}
