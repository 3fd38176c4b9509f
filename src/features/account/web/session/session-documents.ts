const sessionFields = `sub email logout token token_expires_at deletion_due_at has_courses email_verified user {
  affiliate_id affiliate_type_id email given_name middle_name family_name birthdate gender language global_uuid unit }`;

export const sessionDocuments = {
  querySession: `query { querySession { ${sessionFields} } }`,
  createSession: `mutation ($token: String, $replace: Boolean) {
    createSession(token: $token, replace: $replace) { ${sessionFields} } }`,
  queryTokenOwner: `query ($token: String!) {
    queryTokenOwner(token: $token) { given_name family_name masked_email browser signed_in_name } }`,
  onDeleteSession: 'subscription { onDeleteSession { sub logout } }',
  onUpdateSettings: 'subscription { onUpdateSettings { language unit } }',
};
