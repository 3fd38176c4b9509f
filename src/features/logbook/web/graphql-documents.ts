import { gql } from '#platform/web/client/gql.ts';

const typed = gql('fragment typed on TypedMeasure { field value unit }');
const row = gql(
  `fragment row on DiveLogRow {
  id log_type log_course log_number dive_number dive_title dive_date dive_location status version adventure_dive
  typed { ...typed } max_depth bottom_time bottom_water_temp returned_reason returned_name outline }`,
  [typed],
);
const instructor = gql(`fragment instructor on InstructorInfo {
  memsys_member_number first_name last_name middle_initial }`);
const deviation = gql('fragment deviation on LogDeviation { kind limit_m skills }');
const photo = gql('fragment photo on LogPhoto { id url thumb_url width height caption taken_at }');
const recording = gql(`fragment recording on DiveRecording {
  id computer start_local duration_s max_depth sample_count is_simulated shares_details can_share_details is_added_later import_id file }`);
const log = gql(
  `fragment log on DiveLog {
  id affiliate_id diver_name log_type log_course log_number dive_number dive_title dive_date dive_location
  dive_type status version adventure_dive memsys_member_number instructor { ...instructor } typed { ...typed }
  depth_times { max_depth bottom_time time_in time_out }
  skills { dive_skills }
  conditions { water_type body_of_water weather air_temp surface_water_temp bottom_water_temp visibility
    visibility_distance wave_condition current surge }
  equipment { suit_type weight weight_type additional_equipment cylinder_type cylinder_size gas_mixture oxygen nitrogen
    helium starting_pressure ending_pressure }
  experiences { feeling notes buddies dive_center photos { ...photo } }
  created_date submitted_at verified_at verified_name returned_at returned_name returned_reason
  returned_fields { field message } verified_reason deviations { ...deviation }
  outline is_imported recordings { ...recording } surface_interval }`,
  [typed, instructor, deviation, photo, recording],
);

export const documents = {
  family: gql(
    '{ familyDives { affiliate_id dives pending returned last { dive_title dive_date dive_location max_depth } } }',
  ),
  page: gql(
    `query ($filter: LogFilterInput, $sort: String, $limit: Int, $offset: Int) {
    diveLogs(filter: $filter, sort_option: $sort, limit: $limit, offset: $offset) { total items { ...row } } }`,
    [row],
  ),
  totals: gql(`query { logbookTotals { dives training recreational drafts pending returned bottom_time max_depth
    max_depth_typed { field value unit } last_dive_date years { year dives minutes } depths { id dive_date max_depth } } }`),
  years: gql('query ($filter: LogFilterInput) { logbookYears(filter: $filter) { year dives minutes } }'),
  log: gql('query ($id: String!) { diveLog(id: $id) { ...log } }', [log]),
  lastDive: gql('query ($type: String!) { lastDive(log_type: $type) { ...log } }', [log]),
  instructor: gql('query ($number: Int!) { instructorInfo(number: $number) { ...instructor } }', [instructor]),
  sites: gql('query ($name: String!) { diveSites(name: $name) { id name } }'),
  waiting: gql(
    `query ($limit: Int, $offset: Int) { logsToVerify(limit: $limit, offset: $offset) { id version diver_name dive_title
    dive_date dive_location log_course log_number adventure_dive max_depth bottom_time typed { ...typed } submitted_at
    class_size deviations { ...deviation } } logsToVerifyCount }`,
    [typed, deviation],
  ),
  openDives: gql('query { openTrainingDives { log_course log_number log_id instructor { ...instructor } } }', [
    instructor,
  ]),
  waitingCount: gql('query { logsToVerifyCount }'),
  firstWaiting: gql(`query ($limit: Int!) { logsToVerify(limit: $limit) { id diver_name dive_title dive_date }
    logsToVerifyCount }`),
  createRecreational: gql(
    `mutation ($key: ID, $general: RecreationalLogInput!) {
    createRecreationalLog(key: $key, general: $general) { ...log } }`,
    [log],
  ),
  createTraining: gql(
    `mutation ($key: ID, $general: TrainingLogInput!) {
    createTrainingLog(key: $key, general: $general) { ...log } }`,
    [log],
  ),
  updateRecreational: gql(
    `mutation ($id: String!, $version: Int!, $general: RecreationalChangeInput!) {
    updateRecreationalLog(id: $id, version: $version, general: $general) { ...log } }`,
    [log],
  ),
  updateTraining: gql(
    `mutation ($id: String!, $version: Int!, $general: TrainingChangeInput!) {
    updateTrainingLog(id: $id, version: $version, general: $general) { ...log } }`,
    [log],
  ),
  submit: gql('mutation ($id: String!, $version: Int!) { submitLog(id: $id, version: $version) { ...log } }', [log]),
  withdraw: gql('mutation ($id: String!, $version: Int!) { withdrawLog(id: $id, version: $version) { ...log } }', [
    log,
  ]),
  verify: gql(`mutation ($logs: [LogVersionInput!]!, $reason: String) {
    verifyLogs(logs: $logs, reason: $reason) { id status version } }`),
  undo: gql('mutation ($logs: [LogVersionInput!]!) { undoDecisions(logs: $logs) { id status version } }'),
  return: gql(
    `mutation ($id: String!, $version: Int!, $reason: String!, $fields: [FieldRemarkInput!]) {
    returnLog(id: $id, version: $version, reason: $reason, fields: $fields) { ...log } }`,
    [log],
  ),
  delete: gql('mutation ($ids: [String!]!) { deleteLogs(ids: $ids) { ids } }'),
  restore: gql('mutation ($ids: [String!]!) { restoreLogs(ids: $ids) { ids } }'),
  photos: gql(
    'mutation ($id: String!, $photos: [PhotoChangeInput!]!) { updatePhotos(id: $id, photos: $photos) { ...photo } }',
    [photo],
  ),
  onChange: gql('subscription { onLogbookChange { id } }'),
};
