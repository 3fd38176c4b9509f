import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../platform/server/context.ts';
import { type Db, statement } from '../../../../platform/server/db.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import { dayOf } from '../../../account/shared/rules.ts';
import type { MedicalStatus } from '../../shared/contract.ts';
import { fail } from '../../shared/error-contract.ts';
import { physicianReasons } from '../../shared/rules.ts';
import type { RecordContent } from '../content-shape.ts';
import { storeEvaluation } from '../evaluations.ts';
import { demandOpen, findRecord, lockRecord, openContent, type StoredRecord } from '../records.ts';
import type { FormUses } from '../uses.ts';
import { requireReviewable } from './confirm.ts';
import { unresolved } from './sql.ts';

interface Unresolved {
  id: string;
  isRefused: boolean;
  signedAt: Date;
}

const selectUnresolved = statement<Unresolved, [affiliateId: number, today: string, before: Date]>(`
  select u.id, u.medical_status = 'refused' as "isRefused", u.signed_at as "signedAt"
  from ${unresolved({ affiliateId: '$1', today: '$2', before: '$3' })}
  order by u.signed_at desc, u.id`);

/** Whether other answers alone would clear somebody whom a physician has still to see. */
export async function isUnresolved(db: Db, affiliateId: number, now: Date): Promise<boolean> {
  return (await selectUnresolved(db, affiliateId, dayOf(now), now)).length > 0;
}

/** The earlier forms whose answers a record corrects, newest first; none where only a physician can decide. */
export async function listCorrected(
  db: Db,
  { affiliateId, medicalStatus, signedAt }: StoredRecord,
  { governing, answers }: Pick<RecordContent, 'governing' | 'answers'>,
  now: Date,
): Promise<Unresolved[]> {
  if (medicalStatus !== 'physician' || physicianReasons(governing, answers).length > 0) return [];
  const earlier = await selectUnresolved(db, affiliateId, dayOf(now), signedAt);
  return earlier.some(({ isRefused }) => isRefused) ? [] : earlier;
}

/** By those who can compare the forms because both name them, or by staff. */
export async function acceptCorrection(
  ctx: Context,
  uses: FormUses,
  recordId: string,
  reason: string,
): Promise<{ medicalStatus: MedicalStatus }> {
  const { db, services, user, now } = ctx;
  await requireReviewable(ctx, recordId);
  const locked = await lockRecord(db, recordId);
  if (locked === null) throw failCall('not_found');
  const record = demandOpen(locked);
  const earlier = await listCorrected(db, record, openContent(services, record), now);
  if (earlier.length === 0) throw fail('forms.nothing_to_confirm');
  for (const { id } of earlier) await findRecord(ctx, id);
  const [decidedBy, decidedAt] = [user.affiliateId, now.toISOString()];
  const decision = 'corrected';
  const corrects = earlier.map(({ id }) => id);
  const content = { format: 1, id: randomUUID(), recordId, corrects, decision, reason, decidedBy, decidedAt };
  const decided = { way: 'correction', decision, decidedBy, signedOn: null, content } as const;
  return { medicalStatus: await storeEvaluation(ctx, uses, record, decided) };
}
