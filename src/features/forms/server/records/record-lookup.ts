import { type Db, statement } from '#platform/server/db/database.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import type { SignedRecord } from '#features/forms/server/form-hooks.ts';

const selectRecord = statement<SignedRecord, [affiliateId: number, id: string]>(`
  select id, affiliate_id as "affiliateId", packet, store_number as "storeNumber", member_number as "memberNumber",
    medical_status as "medicalStatus"
  from form_record where affiliate_id = $1 and id = $2`);

const selectStatuses = statement<{ id: string; status: MedicalStatus }, [ids: readonly string[]]>(
  'select id, medical_status as status from form_record where id = any($1::uuid[])',
);

/** A record of this person, without answers. */
export async function findDiverRecord(db: Db, affiliateId: number, documentId: string): Promise<SignedRecord | null> {
  const [record] = await selectRecord(db, affiliateId, documentId);
  return record ?? null;
}

/** The caller must have checked that the reader may know of these records. */
export async function listMedicalStatuses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MedicalStatus>> {
  const rows = ids.length === 0 ? [] : await selectStatuses(db, ids);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** A physician's latest decision; for an uploaded page the day is the one written on it. */
export interface PhysicianDecision {
  day: string;
  /** Fit to dive. */
  isApproved: boolean;
}

const selectDecision = statement<PhysicianDecision, [affiliateId: number]>(`
  select coalesce(signed_on, (decided_at at time zone 'UTC')::date) as day, decision = 'approved' as "isApproved"
  from form_evaluation v
  where affiliate_id = $1 and decision in ('approved', 'refused') and (not needs_confirmation or exists (
    select from form_confirmation c where c.evaluation_id = v.id and c.outcome = 'confirmed'))
  order by day desc, decided_at desc, id limit 1`);

/** Returns null without an effective decision; an approval counts once it is confirmed. */
export async function findPhysicianDecision(db: Db, affiliateId: number): Promise<PhysicianDecision | null> {
  const [decision] = await selectDecision(db, affiliateId);
  return decision ?? null;
}
