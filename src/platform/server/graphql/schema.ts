import { collectNames, GraphQLSchemaLoom, mutation, query, resolver, subscription, weave } from '@gqloom/core';
import { ZodWeaver } from '@gqloom/zod';
import {
  GraphQLString,
  isObjectType,
  type GraphQLFieldConfig,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import * as z from 'zod';
import type { GraphqlField } from '#platform/shared/contract.ts';
import type { GraphqlResolvers } from './graphql.ts';
import type { JsonField } from './json-plan.ts';

export interface RootField {
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  field: GraphqlField;
  handler: (ctx: never, args: never) => unknown;
  jsonField: JsonField | undefined;
}

type ResolveRootField = (root: RootField, args: unknown, context: unknown) => Promise<unknown>;

const loomFactories = { query, mutation, subscription } as const;

/**
 * Derives the types from the Zod schemas of the contracts. Root fields run through `resolve`. GraphQL enums cannot hold
 * values such as `3 mm` or `°C`, so an unnamed enum becomes a string that Zod checks.
 */
export function createGraphqlSchema(
  resolvers: readonly GraphqlResolvers[],
  resolve: ResolveRootField,
  toScalar: (unnamedEnum: z.ZodEnum) => GraphQLScalarType = () => GraphQLString,
): GraphQLSchema {
  const roots = resolvers.flatMap(listRootFields);
  const names: Record<string, object> = Object.assign({}, ...resolvers.map(({ contract }) => contract.types));
  collectNames(names);
  const looms = Object.fromEntries(roots.map((root) => [root.name, toLoomField(root)]));
  const named = new Set(Object.values(names));
  const schema = weave(
    ZodWeaver,
    ZodWeaver.config({
      presetGraphQLType: (type) => (type instanceof z.ZodEnum && !named.has(type) ? toScalar(type) : undefined),
    }),
    // GraphQL needs separate types for input and output of the same shape.
    GraphQLSchemaLoom.config({ getInputObjectName: (name) => (name.endsWith('Input') ? name : `${name}Input`) }),
    resolver(looms as never),
  );
  for (const root of roots) {
    const config = getFieldConfig(schema, root);
    config.description = root.field.summary;
    if (root.kind === 'subscription') {
      config.subscribe = (_source, args, context) => resolve(root, args, context);
      config.resolve = (event) => root.field.output.parse(event);
    } else {
      config.resolve = (_source, args, context) => resolve(root, args, context);
    }
  }
  cacheTypeFields(schema);
  return schema;
}

/** GQLoom computes the fields on every `getFields` call, and validation calls it for each field of a document. */
function cacheTypeFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const fields = type.getFields();
    type.getFields = () => fields;
  }
}

export function listRootFields({ contract, handlers, jsonFields = {} }: GraphqlResolvers): RootField[] {
  const toRootFields = (kind: RootField['kind'], fields: Record<string, GraphqlField>) =>
    Object.entries(fields).map(([name, field]): RootField => {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`GraphQL field ${name} has no handler`);
      return { kind, name, field, handler, jsonField: jsonFields[name] };
    });
  return [
    ...toRootFields('query', contract.queries),
    ...toRootFields('mutation', contract.mutations),
    ...toRootFields('subscription', contract.subscriptions),
  ];
}

function toLoomField({ kind, field }: RootField): unknown {
  const make = loomFactories[kind] as (output: unknown, options: unknown) => unknown;
  const input = field.args ? { input: field.args.shape } : {};
  return make(
    field.output,
    kind === 'subscription' ? { ...input, subscribe: unreachable } : { ...input, resolve: unreachable },
  );
}

function unreachable(): never {
  throw new Error('placeholder resolver called');
}

function getFieldConfig(schema: GraphQLSchema, root: RootField): GraphQLFieldConfig<unknown, unknown> {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[root.kind];
  const config = type?.getFields()[root.name];
  if (config === undefined) throw new Error(`GraphQL field ${root.name} is missing from the schema`);
  return config as unknown as GraphQLFieldConfig<unknown, unknown>;
}
