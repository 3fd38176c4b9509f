import { getNamedType, isObjectType, isRequiredArgument, type GraphQLOutputType } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { describe, expect, it } from 'vitest';
import { countCalls } from '#platform/testing/count-calls.ts';
import { parseDocument } from '#platform/server/graphql/parse-document.ts';
import { documentLimits } from '#platform/server/graphql/limits.ts';
import { createGraphqlSchema } from '#platform/server/graphql/schema.ts';
import { graphqlContracts } from './contracts.ts';

const parts = graphqlContracts.map((contract) => {
  const { queries, mutations, subscriptions } = contract;
  const names = Object.keys({ ...queries, ...mutations, ...subscriptions });
  return { contract, handlers: Object.fromEntries(names.map((name) => [name, () => null])) };
});
const schema = createGraphqlSchema(parts, async () => null);
const rules = { operations: ['query', 'mutation'], allowsIntrospection: false } as const;

interface Budget {
  fields: number;
}

function writeSelection(type: GraphQLOutputType, depth: number, budget: Budget): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const chosen: string[] = [];
  for (const field of Object.values(named.getFields())) {
    if (budget.fields <= 0) break;
    const isObject = isObjectType(getNamedType(field.type));
    if (isObject && (depth === 0 || budget.fields < 2)) continue;
    budget.fields--;
    chosen.push(isObject ? `${field.name} ${writeSelection(field.type, depth - 1, budget)}` : field.name);
  }
  return chosen.length === 0 ? '{ __typename }' : `{ ${chosen.join(' ')} }`;
}

/** A valid query of the product's schema with the maximum number of fields. */
function largestQuery(): string {
  const budget = { fields: documentLimits.fields - documentLimits.rootFields };
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ args, type }) => isObjectType(getNamedType(type)) && !args.some(isRequiredIn))
    .slice(0, documentLimits.rootFields);
  const written = roots.map(({ name, args, type }) => {
    const values = args.filter(isRequiredArgument).map((argument) => `${argument.name}: 1`);
    return `${name}${values.length === 0 ? '' : `(${values.join(', ')})`} ${writeSelection(type, 4, budget)}`;
  });
  return `{ ${written.join(' ')} }`;
}

/** Arguments that a plain 1 doesn't satisfy. */
const isRequiredIn = (argument: Parameters<typeof isRequiredArgument>[0]) =>
  isRequiredArgument(argument) && String(argument.type) !== 'Int!';

/** Twice what the document needs. All of them together take a few milliseconds. */
const maxCalls = 70_000;

describe('largest valid GraphQL document', () => {
  const query = largestQuery();
  const document = parseDocument(schema, query, rules);

  it('uses at least 80% of the field limit', () => {
    expect(document).toHaveProperty('kind', 'Document');
    expect(query.match(/\w+/g)?.length).toBeGreaterThan(documentLimits.fields * 0.8);
  });

  it('is validated and compiled in few calls', async () => {
    expect(await countCalls(() => parseDocument(schema, query, rules))).toBeLessThan(maxCalls);
    if (!('kind' in document)) throw new Error('largest document is not valid');
    const compile = () => compileQuery(schema, document, undefined, { disableLeafSerialization: true });
    expect(await countCalls(compile)).toBeLessThan(maxCalls);
  });
});
