import { statement } from '#platform/server/db/database.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';

/** Increments the version, which invalidates the previous link. */
export const incrementLinkVersion = statement<{ version: number }, [affiliateId: number, recordId: string]>(`
  update form_record set physician_link = physician_link + 1
  where affiliate_id = $1 and id = $2 returning physician_link as version`);

export const findLinkVersion = statement<{ version: number }, [affiliateId: number, recordId: string]>(
  'select physician_link as version from form_record where affiliate_id = $1 and id = $2',
);

export const setMedicalStatus = statement<
  unknown,
  [affiliateId: number, recordId: string, status: MedicalStatus, at: Date]
>(`
  update form_record set medical_status = $3, medical_changed_at = $4,
    cleared_at = case when $3 in ('approved', 'clear') then coalesce(cleared_at, $4) else cleared_at end
  where affiliate_id = $1 and id = $2`);

export const insertEvaluation = statement<
  unknown,
  [
    affiliateId: number,
    recordId: string,
    id: string,
    way: 'link' | 'page' | 'correction',
    decision: 'approved' | 'refused' | 'unclear' | 'corrected',
    decidedBy: number | null,
    encryptedKey: string,
    encryptedContent: string,
    signedOn: string | null,
    at: Date,
    needsConfirmation: boolean,
  ]
>(`
  insert into form_evaluation (affiliate_id, record_id, id, way, decision, decided_by, sealed_key, sealed_content,
    signed_on, decided_at, needs_confirmation)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

export const findEvaluation = statement<
  { affiliateId: number; recordId: string; encryptedKey: string; encryptedContent: string },
  [evaluationId: string]
>(`
  select affiliate_id::int as "affiliateId", record_id as "recordId", sealed_key as "encryptedKey",
    sealed_content as "encryptedContent"
  from form_evaluation where id = $1 and sealed_key is not null`);

/** The page under review. */
export const findNewestPage = statement<{ id: string }, [affiliateId: number, recordId: string]>(`
  select id from form_blob where affiliate_id = $1 and record_id = $2 and kind = 'page'
  order by created_at desc limit 1`);

export const findBlob = statement<{ kind: string }, [affiliateId: number, recordId: string, id: string]>(
  'select kind from form_blob where affiliate_id = $1 and record_id = $2 and id = $3',
);
