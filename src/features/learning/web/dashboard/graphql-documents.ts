import { gql } from '#platform/web/client/gql.ts';

const row = gql(`fragment row on DiveLogRow {
  id log_type log_course log_number dive_title dive_date dive_location status outline typed { field value unit }
  max_depth bottom_time bottom_water_temp returned_reason returned_name }`);

/** Logbook queries of the dashboard. */
export const documents = {
  training: gql('query { diveLogs(filter: { log_type: "Training" }, limit: 100) { total items { ...row } } }', [row]),
  last: gql('query { diveLogs(filter: { drafts: false }, limit: 1) { total items { ...row } } }', [row]),
  waitingCount: gql('query { logsToVerifyCount }'),
  instructor: gql(`query ($number: Int!) { instructorInfo(number: $number) {
    memsys_member_number first_name last_name middle_initial } }`),
};
