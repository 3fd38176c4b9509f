import { type Db, statement } from '../../../platform/server/db.ts';
import type { MedicalStatus, Packet } from '../shared/contract.ts';
import { isMedicalRequired } from '../shared/rules.ts';

/** Whose forms are asked for, and for which day. */
export interface FormStatusQuery {
  affiliateId: number;
  /** A local day, `YYYY-MM-DD`: of a water session, a dive, or today. */
  onDate: string;
  /** Which release is needed: that of a course, or that of Discover Scuba Diving. */
  packet: Extract<Packet, 'course' | 'dsd'>;
  /** Forms count that name this store or this professional. With neither, forms that name anybody count. */
  storeNumber: number | null;
  memberNumber: number | null;
}

export const formProblems = [
  /** The release was not signed by that day. */
  'forms_missing',
  /** The diver has signed, a guardian has not. */
  'guardian_signature_missing',
  'medical_missing',
  'medical_expired',
  /** A yes in the questionnaire, and no physician has cleared it by that day. */
  'physician_missing',
  /** A physician has responded or a page was uploaded, and nobody has confirmed it by that day. */
  'confirmation_pending',
  'physician_refused',
] as const;
export type FormProblem = (typeof formProblems)[number];

export interface FormStatus {
  affiliateId: number;
  onDate: string;
  /** The release is signed by everybody who has to. */
  isSigned: boolean;
  /** A medical form is valid on that day, and nothing in it keeps from diving. */
  isMedicalClear: boolean;
  /** Until when that medical form is valid; null without one. */
  medicalUntil: string | null;
  /** The medical form that counted, to link to. */
  recordId: string | null;
  /** Empty where both are fine. */
  missing: FormProblem[];
}

interface StatusRow {
  place: number;
  isSigned: boolean;
  isGuardianMissing: boolean;
  recordId: string | null;
  medicalStatus: MedicalStatus | null;
  validUntil: string | null;
  clearedOn: string | null;
  changedOn: string | null;
}

/** The earliest local day anywhere at a moment: a form signed in the morning counts for that day's dive in every zone. */
const dayAt = (at: string) => `(${at} at time zone 'Etc/GMT+12')::date`;
const namesOne = (r: string) =>
  `(coalesce(q.store_number, q.member_number) is null or ${r}.store_number = q.store_number
    or ${r}.member_number = q.member_number)`;

/** Each in the order in which it was asked for. Of the medical forms signed by that day the newest counts. */
const selectStatuses = statement<
  StatusRow,
  [
    affiliateIds: readonly number[],
    days: readonly string[],
    packets: readonly string[],
    storeNumbers: readonly (number | null)[],
    memberNumbers: readonly (number | null)[],
  ]
>(`
  select q.place::int as place,
    exists (select from form_record r
      where r.affiliate_id = q.affiliate_id and r.packet = q.packet and r.removed_at is null
        and ${dayAt('r.signed_at')} <= q.day and ${namesOne('r')}) as "isSigned",
    exists (select from form_draft d
      where d.affiliate_id = q.affiliate_id and d.packet = q.packet and d.state = 'signing' and d.deleted_at is null
        and ${namesOne('d')} and not exists (select from form_signature s
          where s.affiliate_id = d.affiliate_id and s.draft_id = d.id and s.role = 'guardian')) as "isGuardianMissing",
    m.id as "recordId", m.medical_status as "medicalStatus", m.valid_until::text as "validUntil",
    ${dayAt('m.cleared_at')}::text as "clearedOn", ${dayAt('m.medical_changed_at')}::text as "changedOn"
  from unnest($1::bigint[], $2::date[], $3::text[], $4::int[], $5::int[]) with ordinality
    as q (affiliate_id, day, packet, store_number, member_number, place)
  left join lateral (
    select r.id, r.medical_status, r.valid_until, r.cleared_at, r.medical_changed_at from form_record r
    where r.affiliate_id = q.affiliate_id and r.packet in (q.packet, 'medical') and r.removed_at is null
      and r.medical_status <> 'none' and ${dayAt('r.signed_at')} <= q.day and ${namesOne('r')}
    order by r.signed_at desc, r.id limit 1
  ) m on true
  order by q.place`);

/**
 * Whether the forms for diving are signed, and whether the diver is medically cleared, on a day. Everything that asks
 * this (boards, training dives, certifying, Discover Scuba Diving) asks here. Answers come in the order of the queries.
 */
export async function listFormStatuses(db: Db, queries: readonly FormStatusQuery[]): Promise<FormStatus[]> {
  if (queries.length === 0) return [];
  const rows = await selectStatuses(
    db,
    queries.map(({ affiliateId }) => affiliateId),
    queries.map(({ onDate }) => onDate),
    queries.map(({ packet }) => packet),
    queries.map(({ storeNumber }) => storeNumber),
    queries.map(({ memberNumber }) => memberNumber),
  );
  return rows.map((row, place) => {
    const { affiliateId = 0, onDate = '' } = queries[place] ?? {};
    return statusOf(row, affiliateId, onDate);
  });
}

function statusOf(row: StatusRow, affiliateId: number, onDate: string): FormStatus {
  const { isSigned, isGuardianMissing, recordId, validUntil } = row;
  const medicalProblem = medicalProblemOf(row, onDate);
  const formProblem: FormProblem | null = isSigned
    ? null
    : isGuardianMissing
      ? 'guardian_signature_missing'
      : 'forms_missing';
  return {
    affiliateId,
    onDate,
    isSigned,
    isMedicalClear: medicalProblem === null,
    medicalUntil: validUntil,
    recordId,
    missing: [formProblem, medicalProblem].filter((problem) => problem !== null),
  };
}

function medicalProblemOf(
  { medicalStatus, validUntil, clearedOn, changedOn }: StatusRow,
  onDate: string,
): FormProblem | null {
  if (medicalStatus === null || validUntil === null) return 'medical_missing';
  if (validUntil < onDate) return 'medical_expired';
  const isCleared = clearedOn !== null && clearedOn <= onDate;
  // A physician's no counts from the day it was given.
  if (isCleared && (!isMedicalRequired(medicalStatus) || (changedOn !== null && changedOn > onDate))) return null;
  if (medicalStatus === 'refused') return 'physician_refused';
  return medicalStatus === 'review' ? 'confirmation_pending' : 'physician_missing';
}
