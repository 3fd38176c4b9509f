import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { physicianReasons } from '#features/forms/shared/rules.ts';
import type { RecordContent } from '#features/forms/server/records/record-content.ts';
import { storeEvaluation } from './store-evaluation.ts';
import {
  requireRetained,
  findRecord,
  lockRecord,
  decryptRecordContent,
  type StoredRecord,
} from '#features/forms/server/records/record-access.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';
import { requireReviewable } from './confirm-clearance.ts';
import { unresolvedRecordsSql } from './queries.ts';

interface UnresolvedRecord {
  id: string;
  isRefused: boolean;
  signedAt: Date;
}

const selectUnresolved = statement<UnresolvedRecord, [affiliateId: number, today: string, before: Date]>(`
  select u.id, u.medical_status = 'refused' as "isRefused", u.signed_at as "signedAt"
  from ${unresolvedRecordsSql({ affiliateId: '$1', today: '$2', before: '$3' })}
  order by u.signed_at desc, u.id`);

/** Whether an earlier form still needs a physician. New answers alone don't clear the diver then. */
export async function hasUnresolvedRecords(db: Db, affiliateId: number, now: Date): Promise<boolean> {
  return (await selectUnresolved(db, affiliateId, toIsoDate(now), now)).length > 0;
}

/** The earlier forms whose answers a record corrects, newest first; none if only a physician can decide. */
export async function listCorrectedRecords(
  db: Db,
  { affiliateId, medicalStatus, signedAt }: StoredRecord,
  { governing, answers }: Pick<RecordContent, 'governing' | 'answers'>,
  now: Date,
): Promise<UnresolvedRecord[]> {
  if (medicalStatus !== 'physician' || physicianReasons(governing, answers).length > 0) return [];
  const earlier = await selectUnresolved(db, affiliateId, toIsoDate(now), signedAt);
  return earlier.some(({ isRefused }) => isRefused) ? [] : earlier;
}

/** Accepted by those named on both forms, who can compare them, or by staff. */
export async function acceptCorrection(
  ctx: Context,
  hooks: FormHooksByPacket,
  recordId: string,
  reason: string,
): Promise<{ medicalStatus: MedicalStatus }> {
  const { db, services, user, now } = ctx;
  await requireReviewable(ctx, recordId);
  const locked = await lockRecord(db, recordId);
  if (locked === null) throw failCall('not_found');
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
