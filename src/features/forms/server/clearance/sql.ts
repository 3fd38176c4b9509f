import { statement } from '../../../../platform/server/db.ts';

/** Of a record `r`: a physician has approved, and nobody has confirmed or declined it. */
export const hasPendingClearance = (r: string) => `exists (select from form_evaluation w
  where w.affiliate_id = ${r}.affiliate_id and w.record_id = ${r}.id and w.needs_confirmation
    and not exists (select from form_confirmation k where k.evaluation_id = w.id))`;

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
    sealedKey: string,
    sealedContent: string,
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

/** The newest one: those before it no longer work. */
export const findSentLink = statement<SentLink, [affiliateId: number, recordId: string]>(`
  select sent_to as "sentTo", sent_at as "sentAt", expires_at as "expiresAt" from form_physician_link
  where affiliate_id = $1 and record_id = $2 order by version desc limit 1`);
