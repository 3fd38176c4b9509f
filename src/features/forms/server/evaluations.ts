import { appendAudit } from '../../../platform/server/audit.ts';
import { canonicalJson } from '../../../platform/server/canonical-json.ts';
import { openRecordKey, sealText } from '../../../platform/server/record-key.ts';
import type { MedicalStatus } from '../shared/contract.ts';
import { formNotices } from '../shared/notices.ts';
import { appendEntry } from './chain.ts';
import { digestOf } from './content-shape.ts';
import * as sql from './physician-sql.ts';
import type { OpenRecord } from './records.ts';
import { notifyAbout } from './telling.ts';
import type { Doing, FormUses } from './uses.ts';

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
const statuses = { approved: 'approved', refused: 'refused', unclear: 'physician', corrected: 'clear' } as const;

/** A physician's "not approved" counts immediately. An approval by link does once it is confirmed. */
function statusAfter(record: OpenRecord, decision: Decision['decision'], isPending: boolean): MedicalStatus {
  if (!isPending) return statuses[decision];
  // Where nothing was answered with yes, nobody has to wait for it.
  return record.medicalStatus === 'clear' ? 'clear' : 'review';
}

/** What was decided, sealed like the form it is about; the record must be locked. All that follows is in one transaction. */
export async function storeEvaluation(
  doing: Doing,
  uses: FormUses,
  record: OpenRecord,
  { way, decision, decidedBy, signedOn, content }: Decision,
): Promise<MedicalStatus> {
  const { db, services, now } = doing;
  const { affiliateId, id: recordId, packet, sealedKey } = record;
  await uses[packet]?.hold(doing, affiliateId);
  const key = openRecordKey(services.env.SECRET_KEYS, sealedKey);
  const sealed = sealText(key, canonicalJson(content));
  const { id } = content;
  const isPending = way === 'link' && decision === 'approved';
  const said = [way, decision, decidedBy, sealedKey, sealed, signedOn, now, isPending] as const;
  await sql.insertEvaluation(db, affiliateId, recordId, id, ...said);
  await appendEntry(db, { recordId, kind: 'evaluation', ofId: id, digest: digestOf(content), at: now });
  const medicalStatus = statusAfter(record, decision, isPending);
  await sql.setMedicalStatus(db, affiliateId, recordId, medicalStatus, now);
  await appendAudit(db, {
    actor: decidedBy,
    action: isPending ? 'forms.physician_responded' : `forms.medical_${decision}`,
    subject: `person:${affiliateId}`,
    data: { documentId: recordId, way },
    correlationId: doing.correlationId,
  });
  if (isPending) {
    await notifyAbout(doing, record, {
      toDiver: { notice: formNotices.physicianResponded },
      toNamed: { notice: formNotices.clearanceToConfirm, isForReview: true },
    });
    return medicalStatus;
  }
  await tell(doing, record, decision);
  const { storeNumber, memberNumber } = record;
  await uses[packet]?.decided(doing, { id: recordId, affiliateId, packet, storeNumber, memberNumber, medicalStatus });
  return medicalStatus;
}

/** Who dives and who takes them diving are told what was decided; that a page says nothing clear is for the diver alone. */
async function tell(doing: Doing, record: OpenRecord, decision: Decision['decision']): Promise<void> {
  if (decision === 'unclear') return notifyAbout(doing, record, { toDiver: { notice: formNotices.pageUnclear } });
  if (decision === 'corrected')
    return notifyAbout(doing, record, { toDiver: { notice: formNotices.signed, key: `${record.id} corrected` } });
  const news = { notice: formNotices[decision] };
  await notifyAbout(doing, record, { toDiver: news, toNamed: news });
}
