import { expressionBuilder, sql, type Expression } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

/** Builds conditions on a record `r` of the query that contains them. */
const r = expressionBuilder<Tables & { r: Tables['form_record'] }, 'r'>();
const u = expressionBuilder<Tables & { u: Tables['form_record'] }, 'u'>();

/** True for a record `r` with a physician's clearance that is neither confirmed nor declined. */
export const hasPendingClearance = r
  .exists(
    r
      .selectFrom('form_evaluation as w')
      .whereRef('w.affiliate_id', '=', 'r.affiliate_id')
      .whereRef('w.record_id', '=', 'r.id')
      .where('w.needs_confirmation', '=', true)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('form_confirmation as k').whereRef('k.evaluation_id', '=', 'w.id'))),
      ),
  )
  .$castTo<boolean>();

interface Moment {
  today: Expression<string>;
  before: Expression<Date>;
}

const approvedAt = u
  .selectFrom('form_record as a')
  .select((eb) => eb.fn.min('a.medical_changed_at').as('at'))
  .whereRef('a.affiliate_id', '=', 'u.affiliate_id')
  .where('a.medical_status', '=', 'approved')
  .whereRef('a.medical_changed_at', '>', 'u.medical_changed_at')
  .where((eb) => eb.or([eb('a.signed_at', '>', eb.ref('u.signed_at')), eb('u.is_correction', '=', true)]));

const correctedAt = u
  .selectFrom('form_evaluation as e')
  .innerJoin('form_record as c', (join) =>
    join.onRef('c.affiliate_id', '=', 'e.affiliate_id').onRef('c.id', '=', 'e.record_id'),
  )
  .select((eb) => eb.fn.min('e.decided_at').as('at'))
  .whereRef('e.affiliate_id', '=', 'u.affiliate_id')
  .where('e.decision', '=', 'corrected')
  .whereRef('e.decided_at', '>', 'u.medical_changed_at')
  .where((eb) => eb.or([eb('c.signed_at', '>', eb.ref('u.signed_at')), eb('u.is_correction', '=', true)]));

/**
 * When another form resolved a record `u` that needs a physician, has an unconfirmed response or was refused; null if
 * none has. The approval of a form signed later resolves it; so does an accepted correction, unless a physician refused.
 * A form signed earlier doesn't resolve a newer declaration.
 */
export const resolvedAt = sql<Date | null>`case when u.medical_status in ('physician', 'review', 'refused')
  then least(${approvedAt}, case when u.medical_status <> 'refused' then ${correctedAt} end) end`;

/** True for a record `u` that was signed before a moment, is still valid, and is not resolved. */
export const isUnresolved = ({ today, before }: Moment) =>
  u.and([
    u('u.medical_status', 'in', ['physician', 'review', 'refused']),
    u('u.valid_until', '>=', today),
    u('u.signed_at', '<', before),
    u('u.removed_at', 'is', null),
    u(resolvedAt, 'is', null),
  ]);

/** The unresolved records `u` that were signed before the record `r`. */
const selectEarlierUnresolved = (today: Expression<string>) =>
  r
    .selectFrom('form_record as u')
    .whereRef('u.affiliate_id', '=', 'r.affiliate_id')
    .where(isUnresolved({ today, before: r.ref('r.signed_at') }));

/** True for a record `r` that corrects answers and can be accepted without a physician. */
export const isOpenCorrection = (today: Expression<string>) =>
  r.and([
    r('r.is_correction', '=', true),
    r('r.medical_status', '=', 'physician'),
    r.exists(selectEarlierUnresolved(today)),
    r.not(r.exists(selectEarlierUnresolved(today).where('u.medical_status', '=', 'refused'))),
  ]);

/**
 * True if a store or professional who is named on the record `r` may decide on it: on a correction only if all forms that
 * it corrects name them too.
 */
export const isNamedOnCorrected = (
  today: Expression<string>,
  column: 'u.member_number' | 'u.store_number',
  own: Expression<number | null>,
) =>
  r.or([
    r('r.is_correction', '=', false),
    r.not(r.exists(selectEarlierUnresolved(today).where(column, 'is distinct from', own))),
  ]);

export const findPendingClearance = query((db, p: Params<{ affiliateId: number; recordId: string }>) =>
  db
    .selectFrom('form_evaluation as v')
    .select('v.id as evaluationId')
    .where('v.affiliate_id', '=', p.affiliateId)
    .where('v.record_id', '=', p.recordId)
    .where('v.needs_confirmation', '=', true)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('form_confirmation as c').whereRef('c.evaluation_id', '=', 'v.id'))))
    .orderBy('v.decided_at', 'desc')
    .limit(1),
);

export const findConfirmation = query(
  (db, p: Params<{ affiliateId: number; recordId: string; evaluationId: string }>) =>
    db
      .selectFrom('form_confirmation')
      .select(['outcome', 'decided_by as decidedBy'])
      .where('affiliate_id', '=', p.affiliateId)
      .where('record_id', '=', p.recordId)
      .where('evaluation_id', '=', p.evaluationId),
);

interface NewConfirmation {
  affiliateId: number;
  recordId: string;
  id: string;
  evaluationId: string;
  outcome: 'confirmed' | 'declined';
  decidedBy: number;
  encryptedKey: string;
  encryptedContent: string;
  now: Date;
}

export const insertConfirmation = query((db, p: Params<NewConfirmation>) =>
  db.insertInto('form_confirmation').values({
    affiliate_id: p.affiliateId,
    record_id: p.recordId,
    id: p.id,
    evaluation_id: p.evaluationId,
    outcome: p.outcome,
    decided_by: p.decidedBy,
    sealed_key: p.encryptedKey,
    sealed_content: p.encryptedContent,
    decided_at: p.now,
  }),
);

interface NewLink {
  affiliateId: number;
  recordId: string;
  version: number;
  sentTo: string;
  sentBy: number;
  sentAt: Date;
  expiresAt: Date;
}

export const insertSentLink = query((db, p: Params<NewLink>) =>
  db.insertInto('form_physician_link').values({
    affiliate_id: p.affiliateId,
    record_id: p.recordId,
    version: p.version,
    sent_to: p.sentTo,
    sent_by: p.sentBy,
    sent_at: p.sentAt,
    expires_at: p.expiresAt,
  }),
);

/** The newest link; earlier ones no longer work. */
export const findSentLink = query((db, p: Params<{ affiliateId: number; recordId: string }>) =>
  db
    .selectFrom('form_physician_link')
    .select(['sent_to as sentTo', 'sent_at as sentAt', 'expires_at as expiresAt'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('record_id', '=', p.recordId)
    .orderBy('version', 'desc')
    .limit(1),
);
