import { gql } from '#platform/web/client/gql.ts';

const diveImport = gql(`fragment diveImport on DiveImport {
  id status problem dive_count done_count added attached present skipped failed created_at finished_at undone_at undo_until
  files { position name bytes format warnings { field code value count } } }`);

/** Queries and changes of imports, apart from those that every logbook page loads. */
export const importDocuments = {
  matchDives: gql(`query ($dives: [ImportedDiveInput!]!) {
    matchDives(dives: $dives) { status log_id dive_title dive_date time_in max_depth bottom_time can_attach } }`),
  imports: gql('query ($id: ID) { diveImports(id: $id) { ...diveImport } }', [diveImport]),
  importEntries: gql(`query ($id: ID!, $limit: Int, $offset: Int) {
    diveImportEntries(id: $id, limit: $limit, offset: $offset) { file dive action log_id dive_title dive_date is_undone kept
      entries { field value outcome stored reason } warnings { field code value count } } }`),
  startImport: gql(
    `mutation ($id: ID!, $choices: [ImportChoiceInput!]!, $mappings: [FileMappingInput!]) {
      startImport(id: $id, choices: $choices, mappings: $mappings) { ...diveImport } }`,
    [diveImport],
  ),
  addImportChoices: gql(
    'mutation ($id: ID!, $choices: [ImportChoiceInput!]!) { addImportChoices(id: $id, choices: $choices) }',
  ),
  undoImport: gql('mutation ($id: ID!) { undoImport(id: $id) { removed detached kept { log_id dive_title reason } } }'),
  firstDiveNumber: gql('query { firstDiveNumber }'),
  setFirstDiveNumber: gql('mutation ($number: Int!) { setFirstDiveNumber(number: $number) }'),
  shareRecordingDetails: gql(
    'mutation ($id: String!, $shares: Boolean!) { shareRecordingDetails(id: $id, shares: $shares) }',
  ),
};
