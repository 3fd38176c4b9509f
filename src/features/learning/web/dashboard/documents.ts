/** Logbook queries of the dashboard. A test checks them against the schema. */
const row = `id log_type log_course log_number dive_title dive_date dive_location status typed { field value unit }
  max_depth bottom_time bottom_water_temp returned_reason returned_name`;

export const documents = {
  training: `query { diveLogs(filter: { log_type: "Training" }, limit: 100) { total items { ${row} } } }`,
  last: `query { diveLogs(filter: { drafts: false }, limit: 1) { total items { ${row} } } }`,
  waiting: 'query { logsToVerify { id } }',
  instructor: `query ($number: Int!) { instructorInfo(number: $number) {
    memsys_member_number first_name last_name middle_initial } }`,
} as const;
