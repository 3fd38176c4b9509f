import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Location, NoSchemaIntrospectionCustomRule, specifiedRules } from 'graphql';
import mercurius from 'mercurius';
import * as z from 'zod';
import { fail } from '../shared/errors.ts';
import type { ArgsOf, Field, FieldReturnOf, GraphqlContract } from '../shared/contract.ts';
import { authenticate, demandAccess, header } from './access.ts';
import { contextOf } from './calls.ts';
import type { Context, Services, UserFor } from './context.ts';
import { parseInput } from './errors.ts';
import { describeErrors } from './graphql-errors.ts';
import { documentLimits, oneOperation } from './graphql-limits.ts';
import { keepStream, type Line } from './graphql-line.ts';
import { registerLive } from './graphql-live.ts';
import { weaveSchema, type RootField } from './graphql-schema.ts';
import type { Principal } from './token.ts';

const graphqlPath = '/api/graphql';
const maxTokens = 2_000;

const GraphqlRequest = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

/** Told, with its id, when a session ends: whatever still streams to it stops. */
export const sessionEndedChannel = 'session.ended';

type FieldHandler<F extends Field, Result> = (ctx: Context<UserFor<F['access']>>, args: ArgsOf<F>) => Result;
export type GraphqlHandlers<C extends GraphqlContract> = {
  [K in keyof C['queries']]: FieldHandler<C['queries'][K], Promise<FieldReturnOf<C['queries'][K]>>>;
} & {
  [K in keyof C['mutations']]: FieldHandler<C['mutations'][K], Promise<FieldReturnOf<C['mutations'][K]>>>;
} & {
  [K in keyof C['subscriptions']]: FieldHandler<
    C['subscriptions'][K],
    AsyncIterable<FieldReturnOf<C['subscriptions'][K]>> | Promise<AsyncIterable<FieldReturnOf<C['subscriptions'][K]>>>
  >;
};

export interface GraphqlPart {
  contract: GraphqlContract;
  handlers: Record<string, (ctx: never, args: never) => unknown>;
}

export function graphqlPart<const C extends GraphqlContract>(contract: C, handlers: GraphqlHandlers<C>): GraphqlPart {
  return { contract, handlers: handlers as GraphqlPart['handlers'] };
}

interface GraphqlContext {
  request: FastifyRequest;
  /** A stream has none. */
  reply?: FastifyReply;
  user: Principal | null;
  line?: Line;
}

/** One schema for all areas at one path: queries and mutations by POST, subscriptions by WebSocket. */
export async function registerGraphql(
  app: FastifyInstance,
  services: Services,
  parts: readonly GraphqlPart[],
): Promise<void> {
  const schema = weaveSchema(parts, (root, args, context) => resolve(services, root, args, context as GraphqlContext));
  const rules = [documentLimits, ...(services.env.isProduction ? [NoSchemaIntrospectionCustomRule] : [])];
  const userOf = (authorization: unknown, affiliateId: unknown) =>
    authenticate(services.tokens, text(authorization), text(affiliateId));

  await app.register(mercurius, {
    schema,
    routes: false,
    jit: 1,
    cache: 1_000,
    validationRules: [...rules, oneOperation('query', 'mutation')],
    graphql: { parseOptions: { maxTokens } },
    errorFormatter: ({ data = null, errors = [] }, context) => {
      const { request, reply } = context as unknown as GraphqlContext;
      const { status, retryAfterS, errors: described } = describeErrors(errors, request);
      if (retryAfterS !== undefined) reply?.header('retry-after', String(retryAfterS));
      return { statusCode: data === null ? status : 200, response: { data, errors: described as never } };
    },
  });
  // It also takes a document that is not GraphQL but the JSON of one; nobody has checked the shape of that.
  app.graphql.addHook('preValidation', async (_schema, document) => {
    if (!(document?.loc instanceof Location)) throw fail('request.malformed', { message: 'not a GraphQL document' });
  });

  app.route({
    method: 'POST',
    url: graphqlPath,
    bodyLimit: 256 * 1024,
    errorHandler: (error, request, reply) => {
      const { status, retryAfterS, errors } = describeErrors([error], request);
      if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
      return reply.status(status).header('cache-control', 'no-store').send({ data: null, errors });
    },
    handler: async (request, reply) => {
      const user = await userOf(header(request, 'authorization'), header(request, 'affiliate-id'));
      const { query, variables, operationName } = parseInput(GraphqlRequest, request.body);
      reply.header('cache-control', 'no-store');
      const context: GraphqlContext = { request, reply, user };
      return reply.graphql(query, { ...context }, variables ?? undefined, operationName ?? undefined);
    },
  });
  await registerLive(app, {
    path: graphqlPath,
    origin: services.env.BASE_URL,
    schema,
    rules: [...specifiedRules, ...rules, oneOperation('subscription')],
    maxTokens,
    userOf,
    onSessionEnd: (sessionId, end) =>
      services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => {
        if (id === sessionId) end();
      }),
  });
}

/** Access, arguments, transaction, handler, output: the same steps as for a REST call. */
async function resolve(
  services: Services,
  { kind, field, handler }: RootField,
  given: unknown,
  { request, reply, user, line }: GraphqlContext,
): Promise<unknown> {
  demandAccess(field.access, user);
  const args = field.args ? parseInput(field.args, given) : {};
  const run = async (db: Context['db']) =>
    handler(contextOf(services, request, reply as FastifyReply, db, user as never) as never, args as never);
  if (line !== undefined) return keepStream(line, (await run(services.database.db)) as AsyncIterable<unknown>);
  const result =
    kind === 'query' ? await run(services.database.db) : await services.database.inTransaction(request.id, run);
  return field.output.parse(result);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
