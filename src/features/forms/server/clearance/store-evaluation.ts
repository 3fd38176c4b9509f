import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import * as queries from './physician-queries.ts';
import type { RetainedRecord } from '#features/forms/server/records/record-access.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';
import type { FormHooksByPacket, HookResult } from '#features/forms/server/form-hooks.ts';

export interface Decision {
  way: 'link' | 'page' | 'correction';
  decision: 'approved' | 'refused' | 'unclear' | 'corrected';
  /** The reviewer of a page or correction; a physician has no account. */
  decidedBy: number | null;
  /** The day on the page. */
  signedOn: string | null;
  content: { id: string };
}

/** An unclear page changes nothing: a physician is still needed. */
const statusByDecision = {
  approved: 'approved',
  refused: 'refused',
  unclear: 'physician',
  corrected: 'clear',
} as const;

/** A physician's refusal counts immediately, an approval by link once it is confirmed. */
function statusAfterDecision(
  record: RetainedRecord,
  decision: Decision['decision'],
  isPending: boolean,
): MedicalStatus {
  if (!isPending) return statusByDecision[decision];
  // A diver whose answers need no physician stays cleared.
  return record.medicalStatus === 'clear' ? 'clear' : 'review';
}

/**
 * Encrypts and stores a decision with its chain entry, audit entry and notifications in one transaction. The caller
 * must have locked the record.
 */
export async function storeEvaluation(
  context: TransactionContext,
  hooks: FormHooksByPacket,
  record: RetainedRecord,
  { way, decision, decidedBy, signedOn, content }: Decision,
): Promise<MedicalStatus> {
  const { db, services, now } = context;
  const { affiliateId, id: recordId, packet } = record;
  await hooks[packet]?.lock(context, affiliateId);
  const cipher = openRecord(services.env, record).for(
    'form_evaluation',
    toPartKey({ affiliateId, recordId, id: content.id }),
  );
  const { id } = content;
  const isPending = way === 'link' && decision === 'approved';
  await queries.insertEvaluation(db, {
    affiliateId,
    recordId,
    id,
    way,
    decision,
    decidedBy,
    encryptedKey: cipher.encryptKey(services.env.SECRET_KEYS),
    encryptedContent: cipher.encrypt('sealed_content', canonicalJson(content)),
    signedOn,
    now,
    needsConfirmation: isPending,
  });
  appendChainEntry(db, { recordId, kind: 'evaluation', ofId: id, digest: contentDigest(content), at: now });
  const medicalStatus = statusAfterDecision(record, decision, isPending);
  await queries.updateMedicalStatus(db, { affiliateId, recordId, medicalStatus, now });
  await appendAudit(db, {
    actor: decidedBy,
    action: isPending ? 'forms.physician_responded' : `forms.medical_${decision}`,
    subject: `person:${affiliateId}`,
    data: { documentId: recordId, way },
    correlationId: context.correlationId,
  });
  if (isPending) {
    await notifyAboutRecord(context, record, {
      toDiver: { notice: formNotices.physicianResponded },
      toNamed: { notice: formNotices.clearanceToConfirm, isForReview: true },
    });
    return medicalStatus;
  }
  const { storeNumber, memberNumber } = record;
  const hooked = await hooks[packet]?.decided(context, {
    id: recordId,
    affiliateId,
    packet,
    storeNumber,
    memberNumber,
    medicalStatus,
  });
  await notifyDecision(context, record, decision, hooked);
  return medicalStatus;
}

/** The diver and those named on the form are notified of a decision; an unclear page concerns only the diver. */
async function notifyDecision(
  context: TransactionContext,
  record: RetainedRecord,
  decision: Decision['decision'],
  hooked: HookResult | undefined,
): Promise<void> {
  if (decision === 'unclear')
    return notifyAboutRecord(context, record, { toDiver: { notice: formNotices.pageUnclear } });
  if (decision === 'corrected')
    return notifyAboutRecord(context, record, {
      toDiver: { notice: formNotices.signed, key: `${record.id} corrected` },
    });
  const notification = { notice: formNotices[decision] };
  await notifyAboutRecord(context, record, {
    toDiver: notification,
    ...(!hooked?.hasNotifiedNamed && { toNamed: notification }),
  });
}
