import { changeChannel } from '#features/logbook/server/change-events.ts';
import {
  countFiltered,
  findPage,
  parseFilter,
  sumFilteredBottomTime,
  wholeList,
} from '#features/logbook/server/list-queries.ts';
import { applyInput, buildSearchText, emptyContent } from '#features/logbook/server/logs/log-content.ts';
import { findLog, listSites } from '#features/logbook/server/queries.ts';
import { insertLog, upsertOwnSite, lockLogbook, renumberFrom } from '#features/logbook/server/logs/queries.ts';
import type { RecreationalLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const path = '/api/graphql';
const toBody = (query: string, variables: object) => JSON.stringify({ query, variables });
const affiliateId = measuredAffiliateId;
const { values: allDives } = parseFilter(affiliateId, {});
const firstPage = findPage({ ...wholeList, sort: 'dive_date_desc', size: 20, isFirst: true });

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
} satisfies RecreationalLog;
const content = applyInput(emptyContent('Recreational'), general);

export const logbookCalls: readonly MeasuredCall[] = [
  {
    name: 'logbook, the first page of 200 dives among 1,000,000',
    path,
    body: toBody(documents.page, { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 }),
    statements: [{ sql: firstPage.text, values: firstPage.toValues({ ...allDives, offset: 0 }) }],
    answer: (results) => ({ data: { diveLogs: results[0]?.[0] } }),
  },
  {
    name: 'logbook, one dive with everything in it',
    path,
    body: toBody(documents.log, { id: String(measuredLogId) }),
    statements: [{ sql: findLog.text, values: findLog.toValues({ viewer: affiliateId, id: String(measuredLogId) }) }],
    answer: (results) => ({ data: { diveLog: results[0]?.[0] } }),
  },
  {
    name: 'logbook, count and sum',
    path,
    body: toBody('query { diveLogCount bottomTimeSum }', {}),
    statements: [
      { sql: countFiltered(wholeList).text, values: countFiltered(wholeList).toValues(allDives) },
      { sql: sumFilteredBottomTime(wholeList).text, values: sumFilteredBottomTime(wholeList).toValues(allDives) },
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
    cleanUp: `delete from dive_log where affiliate_id = ${affiliateId} and dive_date = '2026-11-01'`,
    statements: [
      { sql: lockLogbook.text, values: lockLogbook.toValues({ affiliateId }) },
      {
        sql: insertLog.text,
        values: insertLog.toValues({
          ...content,
          affiliateId,
          key: null,
          status: 'Logged',
          searchText: buildSearchText(content),
        }),
      },
      { sql: renumberFrom.text, values: renumberFrom.toValues({ affiliateId, day: general.dive_date }) },
      {
        sql: upsertOwnSite.text,
        values: upsertOwnSite.toValues({
          affiliateId,
          name: general.dive_location,
          searchName: general.dive_location.toLowerCase(),
        }),
      },
      {
        sql: 'select pg_notify($1, $2)',
        values: (results) => [
          'halocline',
          JSON.stringify({
            channel: changeChannel(affiliateId),
            payload: { id: results[1]?.[0]?.['id'] },
          }),
        ],
      },
      {
        sql: findLog.text,
        values: (results) => findLog.toValues({ viewer: affiliateId, id: String(results[1]?.[0]?.['id']) }),
      },
    ],
    answer: (results) => ({ data: { createRecreationalLog: results[5]?.[0] } }),
  },
  {
    name: 'a search in 50,000 dive sites',
    path,
    body: toBody(documents.sites, { name: 'wreck 49' }),
    statements: [
      {
        sql: listSites.text,
        values: listSites.toValues({
          affiliateId,
          search: 'wreck 49',
          end: 'wreck 49\u{10FFFF}',
          pattern: '%wreck 49%',
        }),
      },
    ],
    answer: ([sites]) => ({ data: { diveSites: sites } }),
  },
];
