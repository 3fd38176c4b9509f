/** A test checks each document against the schema. */
export const documents = {
  member: 'query ($query: NumberQueryInput!) { memberInfo(query: $query) { number name city country } }',
  store: 'query ($query: NumberQueryInput!) { storeInfo(query: $query) { number name city country } }',
  links: 'query { links { name url isExternal } }',
  forms: 'query { forms { total items { id diverName name medicalRequired isValid createdDate url } } }',
  membership: 'query { member { memberNumber memberStatus } }',
};
