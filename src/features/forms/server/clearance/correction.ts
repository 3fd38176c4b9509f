import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { physicianReasons } from '#features/forms/shared/rules.ts';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import { lockDiver } from './lock-diver.ts';
import { storeEvaluation } from './store-evaluation.ts';
import {
  requireRetained,
  findRecord,
  lockRecord,
  decryptRecordContent,
  type StoredRecord,
} from '#features/forms/server/records/record-access.ts';
import { findPhysicianDecision, type PhysicianDecision } from '#features/forms/server/records/record-lookup.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';
import { requireReviewable } from './confirm-clearance.ts';
import { isUnresolved } from './queries.ts';

const listUnresolved = query((db, p: Params<{ affiliateId: number; today: string; before: Date }>) =>
  db
    .selectFrom('form_record as u')
    .select([
      'u.id',
      'u.medical_status as medicalStatus',
      'u.signed_at as signedAt',
      'u.medical_changed_at as changedAt',
    ])
    .where('u.affiliate_id', '=', p.affiliateId)
    .where(isUnresolved(p))
    .orderBy('u.signed_at', 'desc')
    .orderBy('u.id'),
);

/** Whether an earlier form still needs a physician. New answers alone don't clear the diver then. */
export async function hasUnresolvedRecords(db: Db, affiliateId: number, now: Date): Promise<boolean> {
  // One that was signed in the same millisecond is earlier too.
  const before = new Date(now.getTime() + 1);
  return (await listUnresolved.first(db, { affiliateId, today: toIsoDate(now), before })) !== undefined;
}

/**
 * A physician's latest effective decision. A newer answer that still needs a physician outweighs it like a refusal.
 */
export async function findMedicalDecision(
  db: Db,
  affiliateId: number,
  now: Date,
): Promise<PhysicianDecision | undefined> {
  const decision = await findPhysicianDecision.first(db, { affiliateId });
  const unresolved = await listUnresolved(db, { affiliateId, today: toIsoDate(now), before: now });
  const openSince = unresolved
    .map(({ changedAt }) => toIsoDate(changedAt))
    .toSorted()
    .at(-1);
  const isOutweighed = openSince !== undefined && (decision === undefined || openSince >= decision.day);
  return isOutweighed ? { day: openSince, isApproved: false } : decision;
}

/** The earlier forms whose answers a record corrects, newest first; none if only a physician can decide. */
export async function listCorrectedRecords(
  db: Db,
  { affiliateId, medicalStatus, signedAt }: StoredRecord,
  { governing, answers }: Pick<RecordContent, 'governing' | 'answers'>,
  now: Date,
): Promise<Row<typeof listUnresolved>[]> {
  if (medicalStatus !== 'physician' || physicianReasons(governing, answers).length > 0) return [];
  const earlier = await listUnresolved(db, { affiliateId, today: toIsoDate(now), before: signedAt });
  return earlier.some((record) => record.medicalStatus === 'refused') ? [] : earlier;
}

/** Accepted by those named on both forms, who can compare them, or by staff. */
export async function acceptCorrection(
  request: Context,
  hooks: FormHooksByPacket,
  recordId: string,
  reason: string,
): Promise<{ medicalStatus: MedicalStatus }> {
  const ctx = await lockDiver(request, (await requireReviewable(request, recordId)).affiliateId);
  const { db, services, user, now } = ctx;
  const locked = await lockRecord.first(db, { id: recordId });
  if (locked === undefined) throw failCall('not_found');
  const record = requireRetained(locked);
  const earlier = await listCorrectedRecords(db, record, decryptRecordContent(services, record), now);
  if (earlier.length === 0) throw fail('forms.nothing_to_confirm');
  for (const { id } of earlier) await findRecord(ctx, id);
  const [decidedBy, decidedAt] = [user.affiliateId, now.toISOString()];
  const decision = 'corrected';
  const corrects = earlier.map(({ id }) => id);
  const content = { format: 1, id: randomUUID(), recordId, corrects, decision, reason, decidedBy, decidedAt };
  const decided = { way: 'correction', decision, decidedBy, signedOn: null, content } as const;
  return { medicalStatus: await storeEvaluation(ctx, hooks, record, decided) };
}
