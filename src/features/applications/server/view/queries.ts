import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { Proof, Reason } from '#features/applications/shared/application.ts';
import type { Action, ApplicationState, StepRole } from '#features/applications/shared/steps.ts';

export interface PersonRow {
  affiliateId: number;
  name: string;
  email: string | null;
  birthdate: string | null;
  city: string;
  country: string;
  memberNumber: number | null;
  memberStatus: string | null;
  storeNumber: number | null;
  hasPhoto: boolean;
  encryptedAddress: string | null;
}

export const selectPeople = statement<PersonRow, [affiliateIds: readonly number[]]>(`
  select p.affiliate_id as "affiliateId", ${fullNameSql('p')} as name, p.email, p.birthdate, p.city, p.country,
    p.member_number as "memberNumber", p.member_status as "memberStatus", p.store_number as "storeNumber",
    exists (select from person_photo f where f.affiliate_id = p.affiliate_id and f.status = 'approved') as "hasPhoto",
    a.sealed_address as "encryptedAddress"
  from person p left join mailing_address a using (affiliate_id) where p.affiliate_id = any($1::bigint[])`);

export interface StepRow {
  action: Action;
  toState: ApplicationState;
  byRole: StepRole;
  byName: string | null;
  note: string;
  reasons: Reason[];
  date: string;
}

export interface SignatureRow {
  role: 'applicant' | 'instructor';
  encrypted: string;
  date: string;
}

interface ApplicationDetails {
  steps: StepRow[];
  signatures: SignatureRow[];
  proofs: Proof[];
}

/** Includes only signatures given since the last submission. */
export const selectApplicationDetails = statement<ApplicationDetails, [affiliateId: number, applicationId: number]>(`
  select
    coalesce((select jsonb_agg(jsonb_build_object('action', s.action, 'toState', s.to_state, 'byRole', s.by_role,
        'byName', nullif(${fullNameSql('p')}, ''), 'note', s.note, 'reasons', s.reasons, 'date', s.at) order by s.seq)
      from application_step s left join person p on p.affiliate_id = s.by_id
      where s.affiliate_id = $1 and s.application_id = $2), '[]') as steps,
    coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'encrypted', g.sealed_signature, 'date', g.signed_at)
        order by g.signed_at, g.role)
      from application_signature g where g.affiliate_id = $1 and g.application_id = $2 and g.signed_at >= (
        select max(s.at) from application_step s
        where s.affiliate_id = $1 and s.application_id = $2 and s.action = 'submit')), '[]') as signatures,
    coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
        'contentType', f.content_type, 'bytes', f.bytes, 'dated', f.dated, 'uploadedDate', f.uploaded_at)
        order by f.uploaded_at, f.id)
      from application_proof f where f.affiliate_id = $1 and f.application_id = $2), '[]') as proofs`);
