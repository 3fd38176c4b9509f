import { appendAudit } from '#platform/server/observability/audit.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { decryptRecordKey, encryptRecordText } from '#platform/server/crypto/record-key.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import * as sql from './physician-queries.ts';
import type { RetainedRecord } from '#features/forms/server/records/record-access.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';
import type { TransactionContext, FormHooksByPacket } from '#features/forms/server/form-hooks.ts';

interface Decision {
  way: 'link' | 'page' | 'correction';
  decision: 'approved' | 'refused' | 'unclear' | 'corrected';
  /** Who decided on a page or a correction; a physician has no account here. */
  decidedBy: number | null;
  /** The day on a page. */
  signedOn: string | null;
  content: { id: string };
}

/** A page that says nothing clear leaves things as they were: a physician is still needed. */
const statusByDecision = {
  approved: 'approved',
  refused: 'refused',
  unclear: 'physician',
  corrected: 'clear',
} as const;

/** A physician's "not approved" counts immediately. An approval by link does once it is confirmed. */
function statusAfterDecision(
  record: RetainedRecord,
  decision: Decision['decision'],
  isPending: boolean,
): MedicalStatus {
  if (!isPending) return statusByDecision[decision];
  // Where nothing was answered with yes, nobody has to wait for it.
  return record.medicalStatus === 'clear' ? 'clear' : 'review';
}

/** What was decided, sealed like the form it is about; the record must be locked. All that follows is in one transaction. */
export async function storeEvaluation(
  doing: TransactionContext,
  uses: FormHooksByPacket,
  record: RetainedRecord,
  { way, decision, decidedBy, signedOn, content }: Decision,
): Promise<MedicalStatus> {
  const { db, services, now } = doing;
  const { affiliateId, id: recordId, packet, sealedKey } = record;
  await uses[packet]?.hold(doing, affiliateId);
  const key = decryptRecordKey(services.env.SECRET_KEYS, sealedKey);
  const sealed = encryptRecordText(key, canonicalJson(content));
  const { id } = content;
  const isPending = way === 'link' && decision === 'approved';
  const said = [way, decision, decidedBy, sealedKey, sealed, signedOn, now, isPending] as const;
  await sql.insertEvaluation(db, affiliateId, recordId, id, ...said);
  await appendChainEntry(db, { recordId, kind: 'evaluation', ofId: id, digest: contentDigest(content), at: now });
  const medicalStatus = statusAfterDecision(record, decision, isPending);
  await sql.setMedicalStatus(db, affiliateId, recordId, medicalStatus, now);
  await appendAudit(db, {
    actor: decidedBy,
    action: isPending ? 'forms.physician_responded' : `forms.medical_${decision}`,
    subject: `person:${affiliateId}`,
    data: { documentId: recordId, way },
    correlationId: doing.correlationId,
  });
  if (isPending) {
    await notifyAboutRecord(doing, record, {
      toDiver: { notice: formNotices.physicianResponded },
      toNamed: { notice: formNotices.clearanceToConfirm, isForReview: true },
    });
    return medicalStatus;
  }
  await notifyDecision(doing, record, decision);
  const { storeNumber, memberNumber } = record;
  await uses[packet]?.decided(doing, { id: recordId, affiliateId, packet, storeNumber, memberNumber, medicalStatus });
  return medicalStatus;
}

/** Who dives and who takes them diving are told what was decided; that a page says nothing clear is for the diver alone. */
async function notifyDecision(
  doing: TransactionContext,
  record: RetainedRecord,
  decision: Decision['decision'],
): Promise<void> {
  if (decision === 'unclear') return notifyAboutRecord(doing, record, { toDiver: { notice: formNotices.pageUnclear } });
  if (decision === 'corrected')
    return notifyAboutRecord(doing, record, { toDiver: { notice: formNotices.signed, key: `${record.id} corrected` } });
  const news = { notice: formNotices[decision] };
  await notifyAboutRecord(doing, record, { toDiver: news, toNamed: news });
}
