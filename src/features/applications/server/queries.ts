import { sql } from 'kysely';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Reason } from '#features/applications/shared/application.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import type { Action, ApplicationState, StepRole } from '#features/applications/shared/steps.ts';

/** The driver returns a list of bigint as strings, so `unseenBy` is JSON. */
export const applicationColumns = [
  'id',
  'affiliate_id as affiliateId',
  'type_id as typeId',
  'state',
  'version',
  'instructor_id as instructorId',
  'store_id as storeId',
  sql<number[]>`to_jsonb(unseen_by)`.as('unseenBy'),
  'cards',
  'first_aid as firstAid',
  'exercises',
  'sealed_teaching_address as encryptedTeachingAddress',
  'statement',
  'recommendation',
  'facts',
  'reasons',
  'fee_minor as feeMinor',
  'currency',
  'payment_id as paymentId',
  'license_id as licenseId',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'state_at as stateAt',
  'deleted_at as deletedAt',
] as const;

export const findApplication = query((db, p: Params<{ id: number }>) =>
  db.selectFrom('application').select(applicationColumns).where('id', '=', p.id),
);

export type ApplicationRow = Row<typeof findApplication>;

export const lockApplication = query((db, p: Params<{ id: number }>) =>
  db.selectFrom('application').select(applicationColumns).where('id', '=', p.id).forNoKeyUpdate(),
);

/** Only active instructors may review. */
export const findActiveInstructor = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('active_instructor').select('affiliate_id as affiliateId').where('affiliate_id', '=', p.affiliateId),
);

interface NewStep {
  affiliateId: number;
  applicationId: number;
  id: string;
  action: Action;
  fromState: ApplicationState;
  toState: ApplicationState;
  byId: number | null;
  byRole: StepRole;
  note: string;
  reasons: Reason[];
  now: Date;
}

/** Returns no row when the id already exists. */
export const insertStep = query((db, p: Params<NewStep>) =>
  db
    .insertInto('application_step')
    .values({
      affiliate_id: p.affiliateId,
      application_id: p.applicationId,
      id: p.id,
      action: p.action,
      from_state: p.fromState,
      to_state: p.toState,
      by_id: p.byId,
      by_role: p.byRole,
      note: p.note,
      reasons: toJson(p.reasons),
      at: p.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('seq'),
);

/** A step by its key, and whether it is the last step of its application. */
export const findStepByKey = query((db, p: Params<{ affiliateId: number; applicationId: number; id: string }>) =>
  db
    .selectFrom('application_step as s')
    .select((eb) => [
      's.action',
      's.by_id as byId',
      's.at',
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('application_step as o')
              .whereRef('o.affiliate_id', '=', 's.affiliate_id')
              .whereRef('o.application_id', '=', 's.application_id')
              .whereRef('o.seq', '>', 's.seq'),
          ),
        )
        .as('isLast'),
    ])
    .where('s.affiliate_id', '=', p.affiliateId)
    .where('s.application_id', '=', p.applicationId)
    .where('s.id', '=', p.id),
);

interface StateChange {
  affiliateId: number;
  id: number;
  state: ApplicationState;
  reasons: Reason[];
  now: Date;
  /**
   * The start of the waiting time: `now` when the holder changes, `before` when it stays the same, and `sent` when an
   * undo puts it back at the desk, which also clears the fee.
   */
  since: 'now' | 'before' | 'sent';
}

/** Every change increments the version. */
export const updateState = query((db, p: Params<StateChange>) =>
  db
    .updateTable('application')
    .set((eb) => ({
      state: p.state,
      reasons: toJson(p.reasons),
      updated_at: p.now,
      version: eb('version', '+', 1),
      state_at: eb
        .case(p.since)
        .when('sent')
        .then(eb.fn.coalesce('sent_at', p.now))
        .when('before')
        .then(eb.ref('state_at'))
        .else(p.now)
        .end(),
      sent_at: eb
        .case()
        .when(eb(p.state, '=', 'SubmittedToAssociation').and(p.since, '<>', 'sent'))
        .then(p.now)
        .else(eb.ref('sent_at'))
        .end(),
      unseen_by: eb
        .case()
        .when(p.state, '=', 'SubmittedToInstructor')
        .then(sql<number[]>`'{}'`)
        .else(eb.ref('unseen_by'))
        .end(),
      fee_minor: eb.case().when(p.since, '<>', 'sent').then(eb.ref('fee_minor')).end(),
      currency: eb.case().when(p.since, '<>', 'sent').then(eb.ref('currency')).end(),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .returning(applicationColumns),
);

/** Fixes the fee, so later price changes of the level don't affect this application. */
export const updateFee = query(
  (db, p: Params<{ affiliateId: number; id: number; amountMinor: number; currency: string }>) =>
    db
      .updateTable('application')
      .set({ fee_minor: p.amountMinor, currency: p.currency })
      .where('affiliate_id', '=', p.affiliateId)
      .where('id', '=', p.id),
);

interface Snapshot {
  affiliateId: number;
  id: number;
  version: number;
  facts: Facts;
  searchText: string;
}

/** Updates only that version, so a read can't overwrite the snapshot of a concurrent change. */
export const updateSnapshot = query((db, p: Params<Snapshot>) =>
  db
    .updateTable('application')
    .set({ facts: toJson(p.facts), search_text: p.searchText })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('version', '=', p.version),
);

interface NewSignature {
  affiliateId: number;
  applicationId: number;
  id: string;
  role: 'applicant' | 'instructor';
  signerId: number;
  encrypted: string;
  digest: string;
  now: Date;
}

export const insertSignature = query((db, p: Params<NewSignature>) =>
  db
    .insertInto('application_signature')
    .values({
      affiliate_id: p.affiliateId,
      application_id: p.applicationId,
      id: p.id,
      role: p.role,
      signer_id: p.signerId,
      sealed_signature: p.encrypted,
      digest: p.digest,
      signed_at: p.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);
