import { gql } from '#platform/web/client/gql.ts';

const sessionFields = gql(`fragment sessionFields on Session {
  sub email logout token token_expires_at deletion_due_at has_courses email_verified user {
  affiliate_id affiliate_type_id email given_name middle_name family_name birthdate gender language global_uuid unit } }`);

export const sessionDocuments = {
  querySession: gql('query { querySession { ...sessionFields } }', [sessionFields]),
  createSession: gql(
    `mutation ($token: String, $replace: Boolean) {
    createSession(token: $token, replace: $replace) { ...sessionFields } }`,
    [sessionFields],
  ),
  deleteSession: gql('mutation { deleteSession { sub email logout redirect_uri } }'),
  queryTokenOwner: gql(`query ($token: String!) {
    queryTokenOwner(token: $token) { given_name family_name masked_email browser signed_in_name } }`),
  onDeleteSession: gql('subscription { onDeleteSession { sub logout } }'),
  onUpdateSettings: gql('subscription { onUpdateSettings { language unit } }'),
};
