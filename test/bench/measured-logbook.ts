import type { RecreationalLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const path = '/api/graphql';
const toBody = (query: string, variables: object) => JSON.stringify({ query, variables });
const affiliateId = measuredAffiliateId;

/** The id of the measured person's first dive, fixed before the dives are inserted. */
export const measuredLogId = 900_000_001;
/** Dives with this date are removed after each round. */
const newDiveDate = '2026-11-01';

export const newDive = {
  dive_title: 'Boat dive',
  dive_date: newDiveDate,
  dive_location: 'Kelder Rock, St Abbs',
  dive_type: 'Boat',
  depth_times: [{ max_depth: 18.6, bottom_time: 41, time_in: '09:40', time_out: '10:21' }],
  conditions: [{ water_type: 'Salt', body_of_water: 'Ocean', bottom_water_temp: 11, visibility_distance: 8 }],
  equipment: [{ suit_type: 'dry suit', weight: 12, gas_mixture: 'Air', starting_pressure: 200, ending_pressure: 80 }],
  experiences: [{ feeling: 'Good', buddies: ['Jonas Brandt'], notes: 'Soft corals all the way down.' }],
} satisfies RecreationalLog;

const rowColumns = `id, log_type, log_course, log_number, dive_title, dive_date, dive_location, status, version, adventure_dive,
  typed, max_depth_m, bottom_time_min, bottom_water_temp_c`;
const diveColumns = `affiliate_id, ${rowColumns}, dive_type, memsys_member_number, time_in, time_out, skills, conditions,
  equipment, experience, created_date, submitted_at, verified_at, verified_name`;

export const logbookCalls: readonly MeasuredCall[] = [
  {
    name: 'logbook, the first page of 200 dives among 1,000,000',
    path,
    body: toBody(documents.page, { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 }),
    maxRatio: 2.5,
    floor: {
      sql: `select json_build_object('total', (select count(*) from dive_log where affiliate_id = $1 and deleted_at is null),
          'items', (select json_agg(d) from (select ${rowColumns} from dive_log
            where affiliate_id = $1 and deleted_at is null order by dive_date desc, id desc limit 20) d))::text`,
      values: [affiliateId],
    },
  },
  {
    name: 'logbook, one dive with everything in it',
    path,
    body: toBody(documents.log, { id: String(measuredLogId) }),
    maxRatio: 3.5,
    floor: {
      sql: `select row_to_json(d)::text from (select ${diveColumns} from dive_log where affiliate_id = $1 and id = $2) d`,
      values: [affiliateId, measuredLogId],
    },
  },
  {
    name: 'logbook, count and sum',
    path,
    body: toBody('query { diveLogCount bottomTimeSum }', {}),
    maxRatio: 3,
    floor: {
      sql: `select json_build_object('diveLogCount', count(*), 'bottomTimeSum', coalesce(sum(bottom_time_min), 0))::text
        from dive_log where affiliate_id = $1 and deleted_at is null and status <> 'Draft'`,
      values: [affiliateId],
    },
  },
  {
    name: 'logbook, a dive is logged',
    path,
    body: toBody(documents.createRecreational, { key: null, general: newDive }),
    maxRatio: 10,
    // With more dives of one day, PostgreSQL would dominate the time, and the portal's scheduled work would count as part
    // of the request.
    requests: 400,
    cleanUp: `delete from dive_log where affiliate_id = ${affiliateId} and dive_date = '${newDiveDate}'`,
    floor: {
      sql: `with sent as (select $2::json #> '{variables,general}' as dive), made as (
          insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type, max_depth_m,
            bottom_time_min, time_in, time_out, conditions, equipment, experience)
          select $1::bigint, 'Recreational', 'Logged', dive ->> 'dive_title', (dive ->> 'dive_date')::date,
            dive ->> 'dive_location', dive ->> 'dive_type', (dive #>> '{depth_times,0,max_depth}')::numeric,
            (dive #>> '{depth_times,0,bottom_time}')::int, (dive #>> '{depth_times,0,time_in}')::time,
            (dive #>> '{depth_times,0,time_out}')::time, (dive #> '{conditions,0}')::jsonb,
            (dive #> '{equipment,0}')::jsonb, (dive #> '{experiences,0}')::jsonb
          from sent returning ${diveColumns})
        select row_to_json(made)::text from made`,
      values: (body) => [affiliateId, body],
    },
  },
  {
    name: 'a search in 50,000 dive sites',
    path,
    body: toBody(documents.sites, { name: 'wreck 49' }),
    maxRatio: 4,
    floor: {
      sql: `select coalesce(json_agg(s), '[]')::text from (select id, name from dive_site
        where search_name like '%' || $1 || '%' order by name, id limit 20) s`,
      values: ['wreck 49'],
    },
  },
];
