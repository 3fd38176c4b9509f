import { Client, type ClientConfig } from 'pg';
import { measuredLevels } from './measured-certifications.ts';
import { measuredLogId } from './measured-logbook.ts';
import { measuredAffiliateId } from './measured-person.ts';
import { affiliateType } from '#domain/roles.ts';

export const diverCount = 5_000;
export const divesPerDiver = 200;
const sites = 50_000;
const firstOther = 500_001;
/** Enough rows that PostgreSQL prefers an index to a sequential scan. */
const fewOthers = 100;

/** Inserts the measured person's rows and those of many other divers. `watch` is called after each stage. */
export async function fillDatabase(connection: ClientConfig, watch: (others: number) => Promise<void>): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query("insert into dsd_checkpoint (affiliate_id, store_number, status) values ($1, 20001, 'welcome')", [
    measuredAffiliateId,
  ]);
  await client.query(
    `insert into notification (affiliate_id, timestamp, read, name, url, message, kind, locale)
     select $1, now() - make_interval(mins => n), n > 40, 'Photo approved', '/profile',
       'Your photo number ' || n || ' can be used on your cards.', 'account.photo_approved', 'en-US'
     from generate_series(1, 10000) n`,
    [measuredAffiliateId],
  );
  await client.query(
    `insert into dive_site (name, search_name)
     select name, lower(name) from (select 'Wreck ' || n || ', Bay ' || n % 977 as name from generate_series(1, $1) n) s`,
    [sites],
  );
  await client.query('delete from dive_log where affiliate_id = $1', [measuredAffiliateId]);
  await client.query(`alter table dive_log alter column id restart with ${measuredLogId}`);
  await insertDives(client, measuredAffiliateId, measuredAffiliateId);
  await client.query('delete from certification where affiliate_id = $1', [measuredAffiliateId]);
  await insertCertifications(client, measuredAffiliateId, measuredAffiliateId);
  let others = 0;
  for (const target of [fewOthers, diverCount - 1]) {
    const [first, last] = [firstOther + others, firstOther + target - 1];
    await client.query(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
       select n, gen_random_uuid(), 'diver-' || n || '@bench.test', 'Diver', n::text, ${affiliateType.diver}
       from generate_series($1::int, $2) n`,
      [first, last],
    );
    await insertDives(client, first, last);
    await insertCertifications(client, first, last);
    await client.query('vacuum analyze');
    await watch((others = target));
  }
  // The benchmark measures the server and not the disk.
  await client.query('alter system set synchronous_commit = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Inserts a dive every third day. One of ten is a verified training dive. */
async function insertDives(client: Client, first: number, last: number): Promise<void> {
  await client.query(
    `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date,
       dive_location, dive_type, memsys_member_number, max_depth_m, bottom_time_min, time_in, time_out,
       bottom_water_temp_c, skills, conditions, equipment, experience, search_text, verified_at, verified_by, verified_name)
     select p, case when training then 'Training' else 'Recreational' end, case when training then 'Verified' else 'Logged' end,
       case when training then 'open_water' end, case when training then 1 + n % 4 end,
       'Dive ' || n || ' at the wall', date '2026-10-31' - n * 3, 'Wreck ' || (n * 7 + p) % 50000 || ', Bay', 'Boat',
       case when training then 100001 end, 5 + (n * 13 % 300) / 10.0, 30 + n % 30, '09:40', '10:25', 8 + n % 20,
       case when training then array['hand_signals', 'entry'] else '{}' end,
       '{"water_type":"Salt","body_of_water":"Ocean","weather":"Sunny","air_temp":16,"surface_water_temp":14,"bottom_water_temp":12,"visibility":"Average","visibility_distance":12,"current":"Light"}',
       '{"suit_type":"dry suit","weight":12,"weight_type":"Good","cylinder_type":"Steel","cylinder_size":12,"gas_mixture":"EANx32","oxygen":32,"nitrogen":68,"helium":0,"starting_pressure":200,"ending_pressure":70}',
       '{"feeling":"Great","notes":"Soft corals from 20 m down and a wolffish in the second crack.","buddies":["Jonas Brandt"]}',
       'dive ' || n || ' at the wall', case when training then now() end, case when training then 400005 end,
       case when training then 'Tomás Reyes' end
     from generate_series($1::int, $2) p, generate_series(1, $3) n, lateral (select n % 10 = 0 as training) t`,
    [first, last, divesPerDiver],
  );
}

async function insertCertifications(client: Client, first: number, last: number): Promise<void> {
  await client.query(
    `insert into certification (affiliate_id, level_id, cert_date, instructor_name, instructor_number, store_name,
       store_number, office)
     select p, l, date '2024-01-01' - l * 10, 'Tomás Reyes', 100001, 'Kelder Bay Diving', 20001, 'Leith'
     from generate_series($1::int, $2) p, unnest($3::int[]) l`,
    [first, last, measuredLevels],
  );
}
