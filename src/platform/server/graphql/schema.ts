import { collectNames, GraphQLSchemaLoom, mutation, query, resolver, subscription, weave } from '@gqloom/core';
import { ZodWeaver } from '@gqloom/zod';
import { GraphQLString, isObjectType, type GraphQLFieldConfig, type GraphQLSchema } from 'graphql';
import * as z from 'zod';
import type { GraphqlField } from '#platform/shared/contract.ts';
import type { GraphqlResolvers } from './graphql.ts';

export interface RootField {
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  field: GraphqlField;
  handler: (ctx: never, args: never) => unknown;
}

type ResolveRootField = (root: RootField, args: unknown, context: unknown) => Promise<unknown>;

const loomFactories = { query, mutation, subscription } as const;

/** The types come from the contract's Zod; what runs behind a root field is ours alone. */
export function createGraphqlSchema(parts: readonly GraphqlResolvers[], resolve: ResolveRootField): GraphQLSchema {
  const roots = parts.flatMap(listRootFields);
  const names: Record<string, object> = Object.assign({}, ...parts.map((part) => part.contract.types));
  collectNames(names);
  const looms = Object.fromEntries(roots.map((root) => [root.name, toLoomField(root)]));
  // GraphQL's enumerations know no `3 mm` and no `°C`: one that the contract gives no name is a text that Zod checks.
  const named = new Set(Object.values(names));
  const schema = weave(
    ZodWeaver,
    ZodWeaver.config({
      presetGraphQLType: (type) => (type instanceof z.ZodEnum && !named.has(type) ? GraphQLString : undefined),
    }),
    // What goes in and comes out by one shape is two types to GraphQL.
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

/** GQLoom works out a type's fields on every call of `getFields`, which validation makes for each field of a document. */
function cacheTypeFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const fields = type.getFields();
    type.getFields = () => fields;
  }
}

function listRootFields({ contract, handlers }: GraphqlResolvers): RootField[] {
  const of = (kind: RootField['kind'], fields: Record<string, GraphqlField>) =>
    Object.entries(fields).map(([name, field]): RootField => {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`GraphQL field ${name} has no handler`);
      return { kind, name, field, handler };
    });
  return [
    ...of('query', contract.queries),
    ...of('mutation', contract.mutations),
    ...of('subscription', contract.subscriptions),
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
  throw new Error('replaced when the schema is woven');
}

function getFieldConfig(schema: GraphQLSchema, root: RootField): GraphQLFieldConfig<unknown, unknown> {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[root.kind];
  const config = type?.getFields()[root.name];
  if (config === undefined) throw new Error(`GraphQL field ${root.name} was not woven`);
  return config as unknown as GraphQLFieldConfig<unknown, unknown>;
}
