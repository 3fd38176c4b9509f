import { changeChannel } from '../src/features/logbook/server/events.ts';
import { countText, pageText, sumText } from '../src/features/logbook/server/list-sql.ts';
import { findLog, findSites } from '../src/features/logbook/server/sql.ts';
import { insertLog, keepOwnSite, lockLogbook, renumberFrom } from '../src/features/logbook/server/write-sql.ts';
import { documents } from '../src/features/logbook/web/documents.ts';
import type { Measured } from './measured.ts';
import { affiliateId } from './person.ts';

const path = '/api/graphql';
const write = (query: string, variables: object) => JSON.stringify({ query, variables });
const everything = [affiliateId, null, null, []];
const noFilter = [false, false, false, false] as const;

/** The numbers of the measured person's dives begin here, so that one is known before there are any. */
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

export const logbookCalls: readonly Measured[] = [
  {
    name: 'logbook, the first page of 200 dives among 1,000,000',
    path,
    body: write(documents.page, { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 }),
    statements: [{ sql: pageText([...noFilter], 'dive_date_desc', 20, true), values: everything }],
    answer: (results) => ({ data: { diveLogs: results[0]?.[0] } }),
  },
  {
    name: 'logbook, one dive with everything in it',
    path,
    body: write(documents.log, { id: String(measuredLogId) }),
    statements: [{ sql: findLog.text, values: [affiliateId, measuredLogId] }],
    answer: (results) => ({ data: { diveLog: results[0]?.[0] } }),
  },
  {
    name: 'logbook, count and sum',
    path,
    body: write('query { diveLogCount bottomTimeSum }', {}),
    statements: [
      { sql: countText([...noFilter]), values: everything },
      { sql: sumText([...noFilter]), values: everything },
    ],
    answer: ([count, sum]) => ({
      data: { diveLogCount: count?.[0]?.['value'], bottomTimeSum: sum?.[0]?.['value'] },
    }),
  },
  {
    name: 'logbook, a dive is logged',
    path,
    body: write(documents.createRecreational, { key: null, general }),
    isWrite: true,
    // All of a round are of one day, which PostgreSQL counts anew for each: with many it is PostgreSQL that takes the
    // time, and what the portal does by the clock meanwhile would be taken for a part of the call.
    requests: 400,
    cleanUp: `delete from dive_log where affiliate_id = ${affiliateId} and dive_date = '2026-11-01'`,
    statements: [
      { sql: lockLogbook.text, values: [affiliateId] },
      {
        sql: insertLog.text,
        values: [
          affiliateId,
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
      { sql: renumberFrom.text, values: [affiliateId, general.dive_date] },
      {
        sql: keepOwnSite.text,
        values: [affiliateId, general.dive_location, general.dive_location.toLowerCase()],
      },
      {
        sql: 'select pg_notify($1, $2)',
        values: (before) => [
          'halocline',
          JSON.stringify({ channel: changeChannel(affiliateId), payload: { id: String(before[1]?.[0]?.['id']) } }),
        ],
      },
      { sql: findLog.text, values: (before) => [affiliateId, before[1]?.[0]?.['id']] },
    ],
    answer: (results) => ({ data: { createRecreationalLog: results[5]?.[0] } }),
  },
  {
    name: 'a search in 50,000 dive sites',
    path,
    body: write(documents.sites, { name: 'wreck 49' }),
    statements: [{ sql: findSites.text, values: [affiliateId, 'wreck 49', 'wreck 49\u{10FFFF}', '%wreck 49%'] }],
    answer: ([sites]) => ({ data: { diveSites: sites } }),
  },
];
