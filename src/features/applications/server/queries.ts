import { statement } from '#platform/server/db/database.ts';
import type { Exercise, PickedCard, Reason } from '#features/applications/shared/application.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

export interface ApplicationRow {
  id: number;
  affiliateId: number;
  typeId: number;
  state: ApplicationState;
  version: number;
  instructorId: number | null;
  storeId: number | null;
  unseenBy: number[];
  cards: Record<string, PickedCard>;
  firstAid: { date?: string | null; provider?: string; isElsewhere?: boolean };
  exercises: Record<string, Exercise>;
  encryptedTeachingAddress: string | null;
  statement: string;
  recommendation: string;
  /** Empty until the facts are stored for the first time. */
  facts: Facts | Record<string, never>;
  reasons: Reason[];
  feeMinor: number | null;
  currency: string | null;
  paymentId: string | null;
  licenseId: number | null;
  createdAt: Date;
  updatedAt: Date;
  stateAt: Date;
  deletedAt: Date | null;
}

export const applicationColumns = `a.id, a.affiliate_id as "affiliateId", a.type_id as "typeId", a.state, a.version,
  a.instructor_id as "instructorId", a.store_id as "storeId", to_jsonb(a.unseen_by) as "unseenBy", a.cards, a.first_aid as "firstAid", a.exercises,
  a.sealed_teaching_address as "encryptedTeachingAddress", a.statement, a.recommendation, a.facts, a.reasons,
  a.fee_minor as "feeMinor", a.currency, a.payment_id as "paymentId", a.license_id as "licenseId",
  a.created_at as "createdAt", a.updated_at as "updatedAt", a.state_at as "stateAt", a.deleted_at as "deletedAt"`;

export const selectApplication = statement<ApplicationRow, [id: number]>(
  `select ${applicationColumns} from application a where a.id = $1`,
);

export const lockApplication = statement<ApplicationRow, [id: number]>(
  `select ${applicationColumns} from application a where a.id = $1 for update`,
);

/** Only active instructors may review. */
export const findActiveInstructor = statement<{ affiliateId: number }, [affiliateId: number]>(`
  select affiliate_id as "affiliateId" from person p where affiliate_id = $1 and ${isActiveInstructorSql('p')}`);

export const insertStep = statement<
  { seq: number },
  [
    affiliateId: number,
    applicationId: number,
    id: string,
    action: string,
    fromState: string,
    toState: string,
    byId: number | null,
    byRole: string,
    note: string,
    reasons: string,
    at: Date,
  ]
>(`
  insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, note,
    reasons, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11) on conflict (id) do nothing returning seq::int`);

/** A step by its key, and whether it is the last step of its application. */
export const findStepByKey = statement<
  { action: string; byId: number | null; at: Date; isLast: boolean },
  [affiliateId: number, applicationId: number, id: string]
>(`
  select s.action, s.by_id as "byId", s.at, not exists (
    select from application_step o
    where o.affiliate_id = s.affiliate_id and o.application_id = s.application_id and o.seq > s.seq) as "isLast"
  from application_step s where s.affiliate_id = $1 and s.application_id = $2 and s.id = $3`);

/**
 * `since` sets the start of the waiting time: `now` when the holder changes, `before` when it stays the same, and
 * `sent` when an undo puts it back at the desk, which also clears the fee. Every change increments the version.
 */
export const setState = statement<
  ApplicationRow,
  [affiliateId: number, id: number, state: string, reasons: string, now: Date, since: 'now' | 'before' | 'sent']
>(`
  update application a set state = $3, reasons = $4::jsonb, updated_at = $5, version = version + 1,
    state_at = case $6 when 'sent' then coalesce(sent_at, $5) when 'before' then state_at else $5 end,
    sent_at = case when $3 = 'SubmittedToAssociation' and $6 <> 'sent' then $5 else sent_at end,
    unseen_by = case when $3 = 'SubmittedToInstructor' then '{}' else unseen_by end,
    fee_minor = case when $6 <> 'sent' then fee_minor end, currency = case when $6 <> 'sent' then currency end
  where affiliate_id = $1 and id = $2 returning ${applicationColumns}`);

/** Fixes the fee, so later price changes of the level don't affect this application. */
export const setFee = statement<unknown, [affiliateId: number, id: number, feeMinor: number, currency: string]>(
  'update application set fee_minor = $3, currency = $4 where affiliate_id = $1 and id = $2',
);

/** Updates only that version, so a read can't overwrite the snapshot of a concurrent change. */
export const setSnapshot = statement<
  unknown,
  [affiliateId: number, id: number, version: number, facts: string, searchText: string]
>(`
  update application set facts = $4::jsonb, search_text = $5
  where affiliate_id = $1 and id = $2 and version = $3`);

export const insertSignature = statement<
  unknown,
  [
    affiliateId: number,
    applicationId: number,
    id: string,
    role: string,
    signerId: number,
    encrypted: string,
    digest: string,
    at: Date,
  ]
>(`
  insert into application_signature (affiliate_id, application_id, id, role, signer_id, sealed_signature, digest,
    signed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`);
