import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';

/** Rows in each of the two stages that are compared. Pages of lists are full in both. */
export const stages = [
  { people: 10_000, students: 200, auditEntries: 100_000, dives: 1_000 },
  { people: 100_000, students: 2_000, auditEntries: 1_000_000, dives: 10_000 },
] as const;
export type Sizes = (typeof stages)[number];
/** The demo instructor, who can sign in. */
export const instructor = { affiliateId: 400_005, memberNumber: 100_001, email: 'instructor@demo.test' };
const firstPerson = 700_001;
const firstDiver = 2_000_000;

/** The diver whose logbook has this many dives. */
export const diverWith = (dives: number) => firstDiver + dives;

/** Inserts people, a large logbook, a large class with dives to verify, and many audit entries, up to the given sizes. */
export async function fillGrowth(connection: ClientConfig, sizes: Sizes): Promise<void> {
  const former = stages[stages.indexOf(sizes) - 1] ?? { people: 0, students: 0, auditEntries: 0 };
  const client = new Client(connection);
  await client.connect();
  await client.query('set synchronous_commit = off');
  await client.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, birthdate, affiliate_type_id, city, country)
     select $1::int + n, gen_random_uuid(), 'person-' || n || '@growth.test',
       ('{Anna,Ben,Carla,David,Elena,Farid,Grace,Hiro,Ines,Jonas}'::text[])[1 + n % 10],
       ('{Ander,Berg,Chen,Diaz,Evans,Fischer,Garcia,Haddad,Ivanov,Kowal}'::text[])[1 + n / 10 % 10] ||
         ('{sen,mann,ova,ez,ini,wood,ley,ton,ski,ko}'::text[])[1 + n / 100 % 10],
       date '1960-01-01' + n % 16000, ${affiliateType.diver}, 'Leith', 'GB'
     from generate_series($3::int, $2::int - 1) n`,
    [firstPerson, sizes.people, former.people],
  );
  await insertLogbook(client, sizes.dives);
  await insertClass(client, former.students, sizes.students);
  await insertAudit(client, sizes.auditEntries - former.auditEntries);
  await client.query('vacuum analyze');
  await client.end();
}

async function insertLogbook(client: Client, dives: number): Promise<void> {
  await client.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
     values ($1::int, gen_random_uuid(), 'diver-' || $1::int || '@growth.test', 'Diver', $2::int::text, ${affiliateType.diver})`,
    [diverWith(dives), dives],
  );
  await client.query(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type,
       max_depth_m, bottom_time_min, search_text)
     select $1, 'Recreational', 'Logged', 'Dive ' || n || ' at the wall', date '2026-10-31' - n, 'Wreck Bay',
       'Boat', 18, 40, 'dive ' || n || ' at the wall'
     from generate_series(1, $2::int) n`,
    [diverWith(dives), dives],
  );
}

/** Each student has two verified training dives and one to verify. */
async function insertClass(client: Client, first: number, end: number): Promise<void> {
  const { affiliateId, memberNumber } = instructor;
  await client.query(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, culture, lessons_done, lessons_total,
       seconds_spent, last_lesson, last_at, knowledge_done_at, exam_passed_at, member_number, store_number)
     select $1::int + n, 'open-water', 'code', now() - interval '1 month', 'en-US', n % 60, 60, n % 60 * 400,
       'equipment/cylinders', now() - n * interval '1 minute', case when n % 3 = 0 then now() end,
       case when n % 4 = 0 then now() end, $3, 20001
     from generate_series($4::int, $2::int - 1) n`,
    [firstPerson, end, memberNumber, first],
  );
  await client.query(
    `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date,
       dive_location, dive_type, memsys_member_number, max_depth_m, bottom_time_min, skills, submitted_at, verified_at,
       verified_by, verified_name)
     select $1::int + n, 'Training', case when d < 3 then 'Verified' else 'Pending' end, 'open_water', d,
       'Open Water Dive ' || d, date '2026-11-01', 'Kelder Rock', 'Boat', $3, 12, 30, array['hand_signals'],
       now() - n * interval '1 minute', case when d < 3 then now() end, case when d < 3 then $4::bigint end,
       case when d < 3 then 'Tomás Reyes' end
     from generate_series($5::int, $2::int - 1) n, generate_series(1, 3) d`,
    [firstPerson, end, memberNumber, affiliateId, first],
  );
}

/** The hashes don't form a chain, which only `verify-audit` would notice. */
async function insertAudit(client: Client, entries: number): Promise<void> {
  await client.query(
    `insert into audit_entry (chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
     select 1, last + n, now() - ($1::int - n) * interval '1 second', case when n % 5 = 0 then 400008 else 700001 + n % 3000 end,
       ('{person.search,person.read,logbook.verified,form.read,order.paid}'::text[])[1 + n % 5],
       'person:' || 700001 + n::bigint * 7919 % 100000, '{"relation":"staff"}', 'growth', md5((n - 1)::text), md5(n::text)
     from (select coalesce(max(chain_seq), 0) as last from audit_entry where chain = 1) l, generate_series(1, $1::int) n`,
    [entries],
  );
  await client.query(
    `update chain_head set (entries, seq, hash) =
       (select chain_seq, seq, hash from audit_entry where chain = 1 order by seq desc limit 1)
     where log = 'audit' and chain = 1`,
  );
}
