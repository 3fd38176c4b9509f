import type { $ZodType } from 'zod/v4/core';
import { graphqlContracts, restContracts } from '#app/server/contracts.ts';

/** The input schemas of all endpoints and GraphQL fields, with their names. */
export const contractInputs: [string, $ZodType][] = [
  ...restContracts.flatMap(({ endpoints }) =>
    Object.entries(endpoints).flatMap(([name, { params, query, body }]) =>
      [params, query, body].flatMap((schema): [string, $ZodType][] => (schema === undefined ? [] : [[name, schema]])),
    ),
  ),
  ...graphqlContracts.flatMap(({ queries, mutations, subscriptions }) =>
    [queries, mutations, subscriptions].flatMap((fields) =>
      Object.entries(fields).flatMap(([name, { args }]): [string, $ZodType][] => (args ? [[name, args]] : [])),
    ),
  ),
];
