import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import type { Decision } from './store-evaluation.ts';

type RecordParams = Params<{ affiliateId: number; recordId: string }>;

/** Increments the version, which invalidates the previous link. */
export const incrementLinkVersion = query((db, p: RecordParams) =>
  db
    .updateTable('form_record')
    .set((eb) => ({ physician_link: eb('physician_link', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.recordId)
    .returning('physician_link as version'),
);

export const findLinkVersion = query((db, p: RecordParams) =>
  db
    .selectFrom('form_record')
    .select('physician_link as version')
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.recordId),
);

interface ChangedStatus {
  affiliateId: number;
  recordId: string;
  medicalStatus: MedicalStatus;
  now: Date;
}

export const updateMedicalStatus = query((db, p: Params<ChangedStatus>) =>
  db
    .updateTable('form_record')
    .set({
      medical_status: p.medicalStatus,
      medical_changed_at: p.now,
      cleared_at: sql<Date | null>`case when ${p.medicalStatus} in ('approved', 'clear')
        then coalesce(cleared_at, ${p.now}) else cleared_at end`,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.recordId),
);

interface NewEvaluation extends Omit<Decision, 'content'> {
  affiliateId: number;
  recordId: string;
  id: string;
  encryptedKey: string;
  encryptedContent: string;
  now: Date;
  needsConfirmation: boolean;
}

export const insertEvaluation = query((db, p: Params<NewEvaluation>) =>
  db.insertInto('form_evaluation').values({
    affiliate_id: p.affiliateId,
    record_id: p.recordId,
    id: p.id,
    way: p.way,
    decision: p.decision,
    decided_by: p.decidedBy,
    sealed_key: p.encryptedKey,
    sealed_content: p.encryptedContent,
    signed_on: p.signedOn,
    decided_at: p.now,
    needs_confirmation: p.needsConfirmation,
  }),
);

export const findEvaluation = query((db, p: Params<{ evaluationId: string }>) =>
  db
    .selectFrom('form_evaluation')
    .select(({ ref }) => [
      'affiliate_id as affiliateId',
      'record_id as recordId',
      ref('sealed_key').$notNull().as('encryptedKey'),
      ref('sealed_content').$notNull().as('encryptedContent'),
    ])
    .where('id', '=', p.evaluationId)
    .where('sealed_key', 'is not', null),
);

/** The page under review. */
export const findNewestPage = query((db, p: RecordParams) =>
  db
    .selectFrom('form_blob')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('record_id', '=', p.recordId)
    .where('kind', '=', 'page')
    .orderBy('created_at', 'desc')
    .limit(1),
);

export const findBlob = query((db, p: Params<{ affiliateId: number; recordId: string; id: string }>) =>
  db
    .selectFrom('form_blob')
    .select('kind')
    .where('affiliate_id', '=', p.affiliateId)
    .where('record_id', '=', p.recordId)
    .where('id', '=', p.id),
);
