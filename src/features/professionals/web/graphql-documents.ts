import { gql } from '#platform/web/client/gql.ts';

export const documents = {
  member: gql('query ($query: NumberQueryInput!) { memberInfo(query: $query) { number name city country } }'),
  store: gql('query ($query: NumberQueryInput!) { storeInfo(query: $query) { number name city country } }'),
  links: gql('query { links { name url isExternal } }'),
  forms: gql('query { forms { total items { id diverName name medicalRequired isValid createdDate url } } }'),
  membership: gql('query { member { memberNumber memberStatus } }'),
};
