import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';

/** Enough rows that PostgreSQL prefers an index to a sequential scan. */
export const applicationCount = 100_000;
export const assignedCount = 1_000;
const firstApplicant = 1_200_001;
/** Instructors besides the measured one. */
const instructors = 500;
const firstInstructor = 1_199_001;
export const measuredInstructor = 400_005;

/** Facts of an almost complete application. */
const facts = {
  birthdate: '1994-03-17',
  cards: {
    advanced: { date: '2021-05-11', isOutside: false, isShown: true },
    rescue: { date: '2022-08-20', isOutside: false, isShown: true },
  },
  firstAid: { date: '2026-02-01', isElsewhere: true, hasProof: true },
  medical: { date: '2026-03-01', source: 'proof' },
  dives: { total: 84, verified: 30, kinds: { night: 4, deep: 6, navigation: 2 } },
  exercises: Object.fromEntries(
    ['swim_400', 'tread_15', 'snorkel_800', 'tow_100', 'equipment_exchange'].map((name) => [
      name,
      { score: 4, isConfirmed: true },
    ]),
  ),
  proofs: ['first_aid', 'medical'],
};

/** Inserts mostly completed applications, of which one instructor has a thousand. */
export async function fillApplications(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, birthdate, affiliate_type_id)
     select n, gen_random_uuid(), 'applicant-' || n || '@bench.test', (array['Noa', 'Emeka', 'Sofía', 'Linh', 'Aarav'])[1 + n % 5],
       'Berg ' || n, '1994-03-17', ${affiliateType.diver} from generate_series($1::int, $2) n`,
    [firstApplicant, firstApplicant + applicationCount - 1],
  );
  await client.query(
    `insert into person (affiliate_id, sub, given_name, family_name, affiliate_type_id, member_number, member_status)
     select n, gen_random_uuid(), 'Aino', 'Salmi ' || n, ${affiliateType.instructor}, n, 'Active' from generate_series($1::int, $2) n`,
    [firstInstructor, firstInstructor + instructors - 1],
  );
  await client.query(
    `insert into application (affiliate_id, type_id, state, instructor_id, store_id, facts, search_text, fee_minor,
       currency, license_id, state_at, sent_at)
     select a, 1, state, instructor, case when n < $3 then 400007 end, $7::jsonb,
       n || ' ' || (array['noa', 'emeka', 'sofia', 'linh', 'aarav'])[1 + a % 5] || ' berg ' || a || ' ' || a ||
       case when n < $3 then ' tomas reyes 400005 100001 kelder bay diving 400007 20001'
         else ' aino salmi ' || instructor || ' ' || instructor end,
       case when state in ('PaymentDue', 'Completed') then 18200 end, 'USD', case when state = 'Completed' then n end,
       timestamptz '2026-11-15 12:00Z' - make_interval(mins => n), timestamptz '2026-11-15 12:00Z' - make_interval(mins => n)
     from generate_series(0, $2::int - 1) n, 
       lateral (select $1::int + n as a, case when n < $3 then $4::bigint else $5 + n % $6 end as instructor) p,
       lateral (select (array['SubmittedToAssociation', 'SubmittedToAssociation', 'PaymentDue', 'Returned',
         'SubmittedToInstructor', 'MemberReview', 'Rejected'])[n % 40 + 1] as open) o,
       lateral (select coalesce(open, 'Completed') as state) s`,
    [
      firstApplicant,
      applicationCount,
      assignedCount,
      measuredInstructor,
      firstInstructor,
      instructors,
      JSON.stringify(facts),
    ],
  );
  await client.query('vacuum analyze application');
  await client.query('analyze person');
  await client.end();
}
