import { changeChannel } from '#features/logbook/server/change-events.ts';
import { buildCountQuery, buildPageQuery, buildSumQuery } from '#features/logbook/server/list-queries.ts';
import { findLog, findSites } from '#features/logbook/server/queries.ts';
import { insertLog, upsertOwnSite, lockLogbook, renumberFrom } from '#features/logbook/server/logs/queries.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const path = '/api/graphql';
const toBody = (query: string, variables: object) => JSON.stringify({ query, variables });
const allDivesValues = [measuredAffiliateId, null, null, []];
const noFilter = [false, false, false, false] as const;

/** The id of the measured person's first dive, fixed before the dives are inserted. */
export const measuredLogId = 900_000_001;

const general = {
  dive_title: 'Boat dive',
  dive_date: '2026-11-01',
  dive_location: 'Kelder Rock, St Abbs',
  dive_type: 'Boat',
  depth_times: [{ max_depth: 18.6, bottom_time: 41, time_in: '09:40', time_out: '10:21' }],
  conditions: [{ water_type: 'Salt', body_of_water: 'Ocean', bottom_water_temp: 11, visibility_distance: 8 }],
  equipment: [{ suit_type: 'dry suit', weight: 12, gas_mixture: 'Air', starting_pressure: 200, ending_pressure: 80 }],
  experiences: [{ feeling: 'Good', buddies: ['Jonas Brandt'], notes: 'Soft corals all the way down.' }],
};

export const logbookCalls: readonly MeasuredCall[] = [
  {
    name: 'logbook, the first page of 200 dives among 1,000,000',
    path,
    body: toBody(documents.page, { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 }),
    statements: [{ sql: buildPageQuery([...noFilter], 'dive_date_desc', 20, true), values: allDivesValues }],
    answer: (results) => ({ data: { diveLogs: results[0]?.[0] } }),
  },
  {
    name: 'logbook, one dive with everything in it',
    path,
    body: toBody(documents.log, { id: String(measuredLogId) }),
    statements: [{ sql: findLog.text, values: [measuredAffiliateId, measuredLogId] }],
    answer: (results) => ({ data: { diveLog: results[0]?.[0] } }),
  },
  {
    name: 'logbook, count and sum',
    path,
    body: toBody('query { diveLogCount bottomTimeSum }', {}),
    statements: [
      { sql: buildCountQuery([...noFilter]), values: allDivesValues },
      { sql: buildSumQuery([...noFilter]), values: allDivesValues },
    ],
    answer: ([count, sum]) => ({
      data: { diveLogCount: count?.[0]?.['value'], bottomTimeSum: sum?.[0]?.['value'] },
    }),
  },
  {
    name: 'logbook, a dive is logged',
    path,
    body: toBody(documents.createRecreational, { key: null, general }),
    isWrite: true,
    // All dives of a round have the same date and are renumbered for each insert. With more requests PostgreSQL would
    // dominate the time, and the portal's scheduled work would count as part of the request.
    requests: 400,
    cleanUp: `delete from dive_log where affiliate_id = ${measuredAffiliateId} and dive_date = '2026-11-01'`,
    statements: [
      { sql: lockLogbook.text, values: [measuredAffiliateId] },
      {
        sql: insertLog.text,
        values: [
          measuredAffiliateId,
          null,
          'Recreational',
          'Logged',
          null,
          null,
          null,
          general.dive_title,
          general.dive_date,
          general.dive_location,
          general.dive_type,
          null,
          18.6,
          41,
          '09:40',
          '10:21',
          11,
          [],
          JSON.stringify(general.conditions[0]),
          JSON.stringify(general.equipment[0]),
          JSON.stringify(general.experiences[0]),
          '[]',
          'boat dive\nkelder rock, st abbs\njonas brandt\nsoft corals all the way down.',
        ],
      },
      { sql: renumberFrom.text, values: [measuredAffiliateId, general.dive_date] },
      {
        sql: upsertOwnSite.text,
        values: [measuredAffiliateId, general.dive_location, general.dive_location.toLowerCase()],
      },
      {
        sql: 'select pg_notify($1, $2)',
        values: (results) => [
          'halocline',
          JSON.stringify({
            channel: changeChannel(measuredAffiliateId),
            payload: { id: String(results[1]?.[0]?.['id']) },
          }),
        ],
      },
      { sql: findLog.text, values: (results) => [measuredAffiliateId, results[1]?.[0]?.['id']] },
    ],
    answer: (results) => ({ data: { createRecreationalLog: results[5]?.[0] } }),
  },
  {
    name: 'a search in 50,000 dive sites',
    path,
    body: toBody(documents.sites, { name: 'wreck 49' }),
    statements: [
      { sql: findSites.text, values: [measuredAffiliateId, 'wreck 49', 'wreck 49\u{10FFFF}', '%wreck 49%'] },
    ],
    answer: ([sites]) => ({ data: { diveSites: sites } }),
  },
];
