import { runSql } from './database.ts';
import { affiliateType } from '#domain/roles.ts';

export interface DeskApplicant {
  given: string;
  family: string;
  /** Days since it was sent to the association. */
  days: number;
  dives?: number;
  /** Age of the medical clearance. */
  medicalMonths?: number;
  state?: 'SubmittedToAssociation' | 'PaymentDue' | 'Returned';
}

const exercises = JSON.stringify(
  Object.fromEntries(
    ['swim_400', 'tread_15', 'snorkel_800', 'tow_100', 'equipment_exchange'].map((id, index) => [
      id,
      { score: index === 0 ? 3 : 4, isConfirmed: true },
    ]),
  ),
);

/**
 * Creates a complete divemaster application of a person without an account, sent by the demo's instructor `days` ago.
 */
export async function createDeskApplicant(
  applicant: DeskApplicant,
  run: typeof runSql = runSql,
): Promise<{ id: number; affiliateId: number }> {
  const { given, family, days, dives = 74, medicalMonths = 2, state = 'SubmittedToAssociation' } = applicant;
  const [row] = await run<{ id: string; affiliateId: string }>(
    `with new_person as (
       insert into person (sub, affiliate_type_id, given_name, family_name, birthdate, country)
       values (gen_random_uuid()::text, ${affiliateType.diver}, $1, $2, '1999-02-02', 'FJ') returning affiliate_id),
     advanced as (
       insert into certification (affiliate_id, level_id, cert_date, office)
       select affiliate_id, 30, '2023-05-04', 'Leith' from new_person returning license_id),
     rescue as (
       insert into certification (affiliate_id, level_id, cert_date, office)
       select affiliate_id, 40, '2024-07-09', 'Leith' from new_person returning license_id),
     plain as (
       insert into dive_log (affiliate_id, log_type, status, dive_title, dive_location, dive_date, dive_type, max_depth_m,
         bottom_time_min)
       select affiliate_id, 'Recreational', 'Logged', 'A dive', 'Kelder Reef', '2026-06-14', 'Shore', 18, 40
       from new_person, generate_series(1, $3 - 3)),
     verified as (
       insert into dive_log (affiliate_id, log_type, status, log_course, adventure_dive, skills, memsys_member_number,
         verified_at, verified_by, dive_title, dive_location, dive_date, dive_type, max_depth_m, bottom_time_min)
       select affiliate_id, 'Training', 'Verified', 'advanced', kind, '{x}', 100001, now(), 400005, 'A dive', 'Kelder Reef',
         '2026-06-14', 'Shore', 18, 40 from new_person, unnest('{night,deep,navigation}'::text[]) kind)
     insert into application (affiliate_id, type_id, state, instructor_id, store_id, cards, first_aid, exercises,
       recommendation, facts, search_text, created_at, state_at, sent_at, fee_minor, currency)
     select s.affiliate_id, 1, $5, 400005, (select affiliate_id from person where store_number = 20001),
       jsonb_build_object('advanced', jsonb_build_object('licenseID', a.license_id),
         'rescue', jsonb_build_object('licenseID', r.license_id)),
       jsonb_build_object('date', (now() - interval '100 days')::date, 'provider', 'Red Cross', 'isElsewhere', false),
       $6::jsonb, 'Calm with students and early to see trouble. Ready.',
       jsonb_build_object('birthdate', '1999-02-02',
         'cards', jsonb_build_object(
           'advanced', jsonb_build_object('date', '2023-05-04', 'isOutside', false, 'isShown', true),
           'rescue', jsonb_build_object('date', '2024-07-09', 'isOutside', false, 'isShown', true)),
         'firstAid', jsonb_build_object('date', (now() - interval '100 days')::date, 'isElsewhere', false, 'hasProof', false),
         'medical', jsonb_build_object('date', (now() - make_interval(months => $4))::date, 'source', 'record'),
         'dives', jsonb_build_object('total', $3, 'verified', 3,
           'kinds', jsonb_build_object('night', 1, 'deep', 1, 'navigation', 1)),
         'exercises', $6::jsonb, 'proofs', '[]'::jsonb),
       lower($1 || ' ' || $2), now() - make_interval(days => $7 + 3), now() - make_interval(days => $7, hours => 1),
       now() - make_interval(days => $7, hours => 1), 18200, 'USD'
     from new_person s, advanced a, rescue r
     returning id, affiliate_id as "affiliateId"`,
    [given, family, dives, medicalMonths, state, exercises, days],
  );
  const [id, affiliateId] = [Number(row?.id), Number(row?.affiliateId)];
  await addMedicalClearance(affiliateId, medicalMonths, run);
  await addSteps(affiliateId, id, days, run);
  if (state === 'PaymentDue') await approveApplication(affiliateId, id, days, run);
  return { id, affiliateId };
}

async function addMedicalClearance(affiliateId: number, months: number, run: typeof runSql): Promise<void> {
  await run(
    `with r as (
       insert into form_record (affiliate_id, id, packet, region, locale, versions, is_minor, sealed_key, sealed_content,
         signed_at, valid_until, keep_until, medical_status, medical_changed_at)
       values ($1, gen_random_uuid(), 'medical', 'EU', 'en-US', '{}', false, 'x', 'x', now() - make_interval(months => $2),
         '2100-01-01', '2100-01-01', 'approved', now()) returning affiliate_id, id)
     insert into form_evaluation (affiliate_id, record_id, id, way, decision, sealed_key, sealed_content, decided_at)
     select affiliate_id, id, gen_random_uuid(), 'link', 'approved', 'x', 'x',
       (now() - make_interval(months => $2))::date + time '12:00' from r`,
    [affiliateId, months],
  );
}

async function addSteps(affiliateId: number, id: number, days: number, run: typeof runSql): Promise<void> {
  await run(
    `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, at)
     select $1::bigint, $2, gen_random_uuid(), action, was, became, case by when 'applicant' then $1::bigint else 400005 end, by,
       now() - make_interval(days => $3 + before)
     from (values ('submit', 'Draft', 'SubmittedToInstructor', 'applicant', 2),
       ('open', 'SubmittedToInstructor', 'MemberReview', 'instructor', 1),
       ('send', 'MemberReview', 'SubmittedToAssociation', 'instructor', 0)) as t (action, was, became, by, before)`,
    [affiliateId, id, days],
  );
}

async function approveApplication(affiliateId: number, id: number, days: number, run: typeof runSql): Promise<void> {
  await run(
    `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, at)
     select $1, $2, gen_random_uuid(), 'approve', 'SubmittedToAssociation', 'PaymentDue', affiliate_id, 'staff',
       now() - make_interval(days => $3) from person where email = 'staff@demo.test'`,
    [affiliateId, id, days],
  );
}

/** Deletes these applications, because other tests count the desk's queue. */
export async function clearDesk(): Promise<void> {
  await runSql("delete from application where affiliate_id in (select affiliate_id from person where country = 'FJ')");
}
