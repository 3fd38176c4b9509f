import { statement } from '#platform/server/db/database.ts';

/** True for a record `r` with a physician's approval that is neither confirmed nor declined. */
export const hasPendingClearanceSql = (r: string) => `exists (select from form_evaluation w
  where w.affiliate_id = ${r}.affiliate_id and w.record_id = ${r}.id and w.needs_confirmation
    and not exists (select from form_confirmation k where k.evaluation_id = w.id))`;

/**
 * Records `u` that were signed before a moment, are still valid, and need a physician, have an unconfirmed response or
 * were refused. The approval of a form signed later resolves them; so does an accepted correction, unless a physician
 * refused. A form signed earlier doesn't resolve a newer declaration.
 */
export const unresolvedRecordsSql = ({
  affiliateId,
  today,
  before,
}: Record<'affiliateId' | 'today' | 'before', string>) => `
  form_record u
  where u.affiliate_id = ${affiliateId} and u.medical_status in ('physician', 'review', 'refused')
    and u.valid_until >= ${today}::date and u.signed_at < ${before} and u.removed_at is null
    and not exists (select from form_record a where a.affiliate_id = u.affiliate_id and a.medical_status = 'approved'
      and a.medical_changed_at > u.medical_changed_at and (a.signed_at > u.signed_at or u.is_correction))
    and (u.medical_status = 'refused' or not exists (
      select from form_evaluation e join form_record c on c.affiliate_id = e.affiliate_id and c.id = e.record_id
      where e.affiliate_id = u.affiliate_id and e.decision = 'corrected' and e.decided_at > u.medical_changed_at
        and (c.signed_at > u.signed_at or u.is_correction)))`;

/** True for a record `r` that corrects answers and can be accepted without a physician. $1 is today. */
export const isOpenCorrectionSql = (r: string) => {
  const earlier = unresolvedRecordsSql({ affiliateId: `${r}.affiliate_id`, today: '$1', before: `${r}.signed_at` });
  return `(${r}.is_correction and ${r}.medical_status = 'physician' and exists (select from ${earlier})
    and not exists (select from ${earlier} and u.medical_status = 'refused'))`;
};

/** True if every form that the record `r` corrects also names the professional or store `v`. $1 is today. */
export const namedInEarlierFormsSql = (r: string, v: string) => {
  const earlier = unresolvedRecordsSql({ affiliateId: `${r}.affiliate_id`, today: '$1', before: `${r}.signed_at` });
  return `not exists (select from ${earlier}
    and not coalesce(u.store_number = ${v}.store_number, false)
    and not coalesce(u.member_number = ${v}.member_number, false))`;
};

export interface PendingClearance {
  evaluationId: string;
  decidedAt: Date;
}

export const findPendingClearance = statement<PendingClearance, [affiliateId: number, recordId: string]>(`
  select v.id as "evaluationId", v.decided_at as "decidedAt" from form_evaluation v
  where v.affiliate_id = $1 and v.record_id = $2 and v.needs_confirmation
    and not exists (select from form_confirmation c where c.evaluation_id = v.id)
  order by v.decided_at desc limit 1`);

export const findConfirmation = statement<
  { outcome: 'confirmed' | 'declined'; decidedBy: number },
  [affiliateId: number, recordId: string, evaluationId: string]
>(`
  select outcome, decided_by::int as "decidedBy" from form_confirmation
  where affiliate_id = $1 and record_id = $2 and evaluation_id = $3`);

export const insertConfirmation = statement<
  unknown,
  [
    affiliateId: number,
    recordId: string,
    id: string,
    evaluationId: string,
    outcome: 'confirmed' | 'declined',
    decidedBy: number,
    encryptedKey: string,
    encryptedContent: string,
    at: Date,
  ]
>(`
  insert into form_confirmation (affiliate_id, record_id, id, evaluation_id, outcome, decided_by, sealed_key,
    sealed_content, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

export const insertSentLink = statement<
  unknown,
  [affiliateId: number, recordId: string, version: number, to: string, by: number, at: Date, expiresAt: Date]
>(`
  insert into form_physician_link (affiliate_id, record_id, version, sent_to, sent_by, sent_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`);

export interface SentLink {
  sentTo: string;
  sentAt: Date;
  expiresAt: Date;
}

/** The newest link; earlier ones no longer work. */
export const findSentLink = statement<SentLink, [affiliateId: number, recordId: string]>(`
  select sent_to as "sentTo", sent_at as "sentAt", expires_at as "expiresAt" from form_physician_link
  where affiliate_id = $1 and record_id = $2 order by version desc limit 1`);
