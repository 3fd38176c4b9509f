import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';

/** A record of this person, without answers. */
export const findDiverRecord = query((db, p: Params<{ affiliateId: number; documentId: string }>) =>
  db
    .selectFrom('form_record')
    .select([
      'id',
      'affiliate_id as affiliateId',
      'packet',
      'store_number as storeNumber',
      'member_number as memberNumber',
      'medical_status as medicalStatus',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.documentId),
);

const listStatuses = query((db, p: Params<{ ids: readonly string[] }>) =>
  db
    .selectFrom('form_record')
    .select(['id', 'medical_status as status'])
    .where((eb) => eb('id', '=', eb.fn.any(p.ids))),
);

/** The caller must have checked that the reader may know of these records. */
export async function listMedicalStatuses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MedicalStatus>> {
  const rows = ids.length === 0 ? [] : await listStatuses(db, { ids });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * A physician's latest effective decision; an approval counts once it is confirmed. For an uploaded page the day is the
 * one written on it. Approved means fit to dive.
 */
export const findPhysicianDecision = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('form_evaluation as v')
    .select((eb) => [
      sql<string>`coalesce(v.signed_on, (v.decided_at at time zone 'UTC')::date)`.as('day'),
      eb('v.decision', '=', 'approved').$castTo<boolean>().as('isApproved'),
    ])
    .where('v.affiliate_id', '=', p.affiliateId)
    .where('v.decision', 'in', ['approved', 'refused'])
    .where((eb) =>
      eb.or([
        eb('v.needs_confirmation', '=', false),
        eb.exists(
          eb
            .selectFrom('form_confirmation as c')
            .whereRef('c.evaluation_id', '=', 'v.id')
            .where('c.outcome', '=', 'confirmed'),
        ),
      ]),
    )
    .orderBy('day', 'desc')
    .orderBy('v.decided_at', 'desc')
    .orderBy('v.id')
    .limit(1),
);

export type PhysicianDecision = Row<typeof findPhysicianDecision>;
