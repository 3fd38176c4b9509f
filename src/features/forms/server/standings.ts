import { type Db, statement } from '../../../platform/server/db.ts';
import { isMedicalRequired } from '../shared/rules.ts';
import type { MedicalStatus } from '../shared/contract.ts';

/** A diver and those they train with: forms count that name one of them. */
export interface Trainee {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** How the forms of a course stand, and whether the medical is fine. Nothing of what was answered. */
export interface FormStanding {
  forms: 'missing' | 'guardian' | 'signed';
  medical: 'missing' | 'ok' | 'physician' | 'review' | 'refused' | 'expired';
  /** While it is fine. */
  medicalUntil: string | null;
}

interface StandingRow {
  place: number;
  isSigned: boolean;
  isWaitingForGuardian: boolean;
  medicalStatus: MedicalStatus | null;
  validUntil: string | null;
}

/** Each in the order in which it was asked for. The newest medical counts. */
const selectStandings = statement<
  StandingRow,
  [affiliateIds: readonly number[], storeNumbers: readonly (number | null)[], memberNumbers: readonly (number | null)[]]
>(`
  select t.place::int as place,
    exists (select from form_record r
      where r.affiliate_id = t.affiliate_id and r.packet = 'course' and r.removed_at is null
        and (r.store_number = t.store_number or r.member_number = t.member_number)) as "isSigned",
    exists (select from form_draft d
      where d.affiliate_id = t.affiliate_id and d.packet = 'course' and d.state = 'signing' and d.deleted_at is null
        and (d.store_number = t.store_number or d.member_number = t.member_number)
        and not exists (select from form_signature s
          where s.affiliate_id = d.affiliate_id and s.draft_id = d.id and s.role = 'guardian'))
      as "isWaitingForGuardian",
    m.medical_status as "medicalStatus", m.valid_until::text as "validUntil"
  from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as t (affiliate_id, store_number, member_number, place)
  left join lateral (
    select r.medical_status, r.valid_until from form_record r
    where r.affiliate_id = t.affiliate_id and r.packet in ('course', 'medical') and r.removed_at is null
      and r.medical_status <> 'none'
      and (r.store_number = t.store_number or r.member_number = t.member_number)
    order by r.signed_at desc, r.id limit 1
  ) m on true
  order by t.place`);

export async function listFormStandings(db: Db, trainees: readonly Trainee[], today: string): Promise<FormStanding[]> {
  if (trainees.length === 0) return [];
  const rows = await selectStandings(
    db,
    trainees.map(({ affiliateId }) => affiliateId),
    trainees.map(({ storeNumber }) => storeNumber),
    trainees.map(({ memberNumber }) => memberNumber),
  );
  return rows.map((row) => standingOf(row, today));
}

function standingOf(
  { isSigned, isWaitingForGuardian, medicalStatus, validUntil }: StandingRow,
  today: string,
): FormStanding {
  const medical = medicalOf(medicalStatus, validUntil, today);
  return {
    forms: isSigned ? 'signed' : isWaitingForGuardian ? 'guardian' : 'missing',
    medical,
    medicalUntil: medical === 'ok' ? validUntil : null,
  };
}

function medicalOf(status: MedicalStatus | null, validUntil: string | null, today: string): FormStanding['medical'] {
  if (status === null || validUntil === null || status === 'none') return 'missing';
  if (validUntil < today) return 'expired';
  return isMedicalRequired(status) ? (status as 'physician' | 'review' | 'refused') : 'ok';
}
