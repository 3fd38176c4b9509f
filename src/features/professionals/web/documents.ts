/** Each is checked against the schema by a test. */
export const documents = {
  member: 'query ($query: NumberQueryInput!) { memberInfo(query: $query) { number name city country } }',
  store: 'query ($query: NumberQueryInput!) { storeInfo(query: $query) { number name city country } }',
};
