import { randomUUID } from 'node:crypto';
import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { canActForDiver } from '#features/forms/shared/policy.ts';
import { listFamilyIds } from '#features/account/server/public.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import { lockDiver } from './lock-diver.ts';
import { updateMedicalStatus } from './physician-queries.ts';
import {
  requireRetained,
  findRecord,
  lockRecord,
  type RetainedRecord,
  type ReadableRecord,
} from '#features/forms/server/records/record-access.ts';
import { notifyAboutRecord } from '#features/forms/server/notifications.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';
import * as queries from './queries.ts';

interface ConfirmationRequest {
  evaluationId: string;
  outcome: 'confirmed' | 'declined';
  reason: string;
}

/** Stored encrypted and covered by the chain. */
export interface ConfirmationContent extends ConfirmationRequest {
  format: 1;
  id: string;
  recordId: string;
  decidedBy: number;
  decidedAt: string;
}

/** A record that staff or those named on it may decide on. Decisions about oneself or one's family are rejected. */
export async function requireReviewable(ctx: Context, recordId: string): Promise<ReadableRecord> {
  const record = await findRecord(ctx, recordId);
  if (canActForDiver(record.relation)) throw failCall('not_found');
  if ((await listFamilyIds(ctx.db, record.affiliateId)).has(ctx.user.affiliateId)) throw fail('forms.own_family');
  return record;
}

/** The physician's clearance takes effect, or the diver has to ask again. */
export async function confirmClearance(
  request: Context,
  hooks: FormHooksByPacket,
  recordId: string,
  { evaluationId, outcome, reason }: ConfirmationRequest,
): Promise<{ medicalStatus: MedicalStatus }> {
  const ctx = await lockDiver(request, (await requireReviewable(request, recordId)).affiliateId);
  const { db, user, now } = ctx;
  const locked = await lockRecord.first(db, { id: recordId });
  if (locked === undefined) throw failCall('not_found');
  const record = requireRetained(locked);
  const { affiliateId, packet } = record;
  const earlier = await queries.findConfirmation.first(db, { affiliateId, recordId, evaluationId });
  if (earlier !== undefined) {
    // A repeated request returns the same result.
    if (earlier.outcome === outcome && earlier.decidedBy === user.affiliateId)
      return { medicalStatus: record.medicalStatus };
    throw fail('forms.already_confirmed');
  }
  const pending = await queries.findPendingClearance.first(db, { affiliateId, recordId });
  if (pending === undefined) throw fail('forms.nothing_to_confirm');
  if (pending.evaluationId !== evaluationId) throw fail('forms.clearance_changed');
  await hooks[packet]?.lock(ctx, affiliateId);
  await storeConfirmation(ctx, record, { evaluationId, outcome, reason });
  const medicalStatus = statusAfterConfirmation(record.medicalStatus, outcome);
  await updateMedicalStatus(db, { affiliateId, recordId, medicalStatus, now });
  const { storeNumber, memberNumber } = record;
  const hooked = await hooks[packet]?.decided(ctx, {
    id: recordId,
    affiliateId,
    packet,
    storeNumber,
    memberNumber,
    medicalStatus,
  });
  if (outcome === 'declined')
    await notifyAboutRecord(ctx, record, { toDiver: { notice: formNotices.clearanceDeclined } });
  else
    await notifyAboutRecord(ctx, record, {
      toDiver: { notice: formNotices.approved },
      ...(!hooked?.hasNotifiedNamed && { toNamed: { notice: formNotices.approved } }),
    });
  return { medicalStatus };
}

/** A declined approval doesn't block a diver whose answers need no physician. */
function statusAfterConfirmation(status: MedicalStatus, outcome: ConfirmationRequest['outcome']): MedicalStatus {
  if (outcome === 'confirmed') return 'approved';
  return status === 'clear' ? 'clear' : 'physician';
}

async function storeConfirmation(ctx: Context, record: RetainedRecord, request: ConfirmationRequest): Promise<void> {
  const { db, services, user, now, correlationId } = ctx;
  const { id: recordId, affiliateId } = record;
  const { evaluationId, outcome } = request;
  const content: ConfirmationContent = {
    format: 1,
    id: randomUUID(),
    recordId,
    ...request,
    decidedBy: user.affiliateId,
    decidedAt: now.toISOString(),
  };
  const { id, decidedBy } = content;
  const cipher = openRecord(services.env, record).for(
    'form_confirmation',
    toPartKey({ affiliateId, recordId, id: content.id }),
  );
  await queries.insertConfirmation(db, {
    affiliateId,
    recordId,
    id,
    evaluationId,
    outcome,
    decidedBy,
    encryptedKey: cipher.encryptKey(services.env.SECRET_KEYS),
    encryptedContent: cipher.encrypt('sealed_content', canonicalJson(content)),
    now,
  });
  appendChainEntry(db, {
    recordId,
    kind: 'confirmation',
    ofId: id,
    digest: contentDigest(content),
    at: now,
  });
  await appendAudit(db, {
    actor: user.affiliateId,
    action: `forms.clearance_${outcome}`,
    subject: `person:${affiliateId}`,
    data: { documentId: recordId },
    correlationId,
  });
}
