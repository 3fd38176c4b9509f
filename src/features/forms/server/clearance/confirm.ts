import { randomUUID } from 'node:crypto';
import { appendAudit } from '../../../../platform/server/audit.ts';
import { canonicalJson } from '../../../../platform/server/canonical-json.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { openRecordKey, sealText } from '../../../../platform/server/record-key.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import type { MedicalStatus } from '../../shared/contract.ts';
import { fail } from '../../shared/error-contract.ts';
import { formNotices } from '../../shared/notices.ts';
import { appendEntry } from '../chain.ts';
import { digestOf } from '../content-shape.ts';
import { setMedicalStatus } from '../physician-sql.ts';
import { demandOpen, findRecord, lockRecord, type OpenRecord, type ReadableRecord } from '../records.ts';
import { notifyAbout } from '../telling.ts';
import type { FormUses } from '../uses.ts';
import { listFamily } from './family.ts';
import * as sql from './sql.ts';

interface Confirming {
  evaluationId: string;
  outcome: 'confirmed' | 'declined';
  reason: string;
}

/** What is stored of it, encrypted and in the chain. */
export interface ConfirmationContent extends Confirming {
  format: 1;
  id: string;
  recordId: string;
  decidedBy: number;
  decidedAt: string;
}

/** A record that somebody who is named on it, or staff, may decide on. Nobody decides for themselves or their family. */
export async function requireReviewable(ctx: Context, recordId: string): Promise<ReadableRecord> {
  const record = await findRecord(ctx, recordId);
  if (record.relation === 'self' || record.relation === 'guardian') throw failCall('not_found');
  if ((await listFamily(ctx.db, record.affiliateId)).has(ctx.user.affiliateId)) throw fail('forms.own_family');
  return record;
}

/** The physician's approval takes effect, or the diver has to ask again. */
export async function confirmClearance(
  ctx: Context,
  uses: FormUses,
  recordId: string,
  { evaluationId, outcome, reason }: Confirming,
): Promise<{ medicalStatus: MedicalStatus }> {
  const { db, user, now } = ctx;
  await requireReviewable(ctx, recordId);
  const locked = await lockRecord(db, recordId);
  if (locked === null) throw failCall('not_found');
  const record = demandOpen(locked);
  const { affiliateId, packet } = record;
  const [earlier] = await sql.findConfirmation(db, affiliateId, recordId, evaluationId);
  if (earlier !== undefined) {
    // The same request, sent again.
    if (earlier.outcome === outcome && earlier.decidedBy === user.affiliateId)
      return { medicalStatus: record.medicalStatus };
    throw fail('forms.already_confirmed');
  }
  const [pending] = await sql.findPendingClearance(db, affiliateId, recordId);
  if (pending === undefined) throw fail('forms.nothing_to_confirm');
  if (pending.evaluationId !== evaluationId) throw fail('forms.clearance_changed');
  await uses[packet]?.hold(ctx, affiliateId);
  await storeConfirmation(ctx, record, { evaluationId, outcome, reason });
  const medicalStatus = statusAfter(record.medicalStatus, outcome);
  await setMedicalStatus(db, affiliateId, recordId, medicalStatus, now);
  await notifyAbout(
    ctx,
    record,
    outcome === 'confirmed'
      ? { toDiver: { notice: formNotices.approved }, toNamed: { notice: formNotices.approved } }
      : { toDiver: { notice: formNotices.clearanceDeclined } },
  );
  const { storeNumber, memberNumber } = record;
  await uses[packet]?.decided(ctx, { id: recordId, affiliateId, packet, storeNumber, memberNumber, medicalStatus });
  return { medicalStatus };
}

/** Where nothing was answered with yes, a declined approval keeps nobody from diving. */
function statusAfter(status: MedicalStatus, outcome: Confirming['outcome']): MedicalStatus {
  if (outcome === 'confirmed') return 'approved';
  return status === 'clear' ? 'clear' : 'physician';
}

async function storeConfirmation(ctx: Context, record: OpenRecord, confirming: Confirming): Promise<void> {
  const { db, services, user, now, correlationId } = ctx;
  const { id: recordId, affiliateId, sealedKey } = record;
  const { evaluationId, outcome } = confirming;
  const content: ConfirmationContent = {
    format: 1,
    id: randomUUID(),
    recordId,
    ...confirming,
    decidedBy: user.affiliateId,
    decidedAt: now.toISOString(),
  };
  const sealed = sealText(openRecordKey(services.env.SECRET_KEYS, sealedKey), canonicalJson(content));
  const decided = [outcome, user.affiliateId, sealedKey, sealed, now] as const;
  await sql.insertConfirmation(db, affiliateId, recordId, content.id, evaluationId, ...decided);
  await appendEntry(db, { recordId, kind: 'confirmation', ofId: content.id, digest: digestOf(content), at: now });
  await appendAudit(db, {
    actor: user.affiliateId,
    action: `forms.clearance_${outcome}`,
    subject: `person:${affiliateId}`,
    data: { documentId: recordId },
    correlationId,
  });
}
