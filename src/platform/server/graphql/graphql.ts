import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import * as z from 'zod';
import type { ArgsOf, GraphqlField, FieldReturnOf, GraphqlContract } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { authenticate, authenticateToken, authorize, getHeader } from '#platform/server/auth/access.ts';
import { createRequestContext } from '#platform/server/http/endpoints.ts';
import { runAsCaller } from '#platform/server/auth/current-person.ts';
import type { Context, Services, UserFor } from '#platform/server/http/context.ts';
import { parseInput, parseShape } from '#platform/server/http/errors.ts';
import { countDenial } from '#platform/server/auth/security-event-counter.ts';
import { parseDocument } from './parse-document.ts';
import { formatGraphqlErrors } from './errors.ts';
import type { DocumentRules } from './limits.ts';
import { trackStream, type SubscriptionConnection } from './subscription-connection.ts';
import { registerSubscriptions } from './subscriptions.ts';
import { createGraphqlSchema, type RootField } from './schema.ts';
import { sessionEndedChannel } from '#platform/server/auth/session-ended.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

const graphqlPath = '/api/graphql';
/** The size of the cache of compiled documents. Our own pages have about a hundred. */
const maxCachedQueries = 1_000;

const GraphqlRequest = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  // The values are checked against the types of the document, and then against the contract.
  variables: z.custom<Record<string, unknown>>((value) => typeof value === 'object' && !Array.isArray(value)).nullish(),
});

type FieldHandler<F extends GraphqlField, Result> = (ctx: Context<UserFor<F['access']>>, args: ArgsOf<F>) => Result;
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

export interface GraphqlResolvers {
  contract: GraphqlContract;
  handlers: Record<string, (ctx: never, args: never) => unknown>;
}

export function defineResolvers<const C extends GraphqlContract>(
  contract: C,
  handlers: GraphqlHandlers<C>,
): GraphqlResolvers {
  return { contract, handlers: handlers as GraphqlResolvers['handlers'] };
}

interface GraphqlContext {
  request: FastifyRequest;
  /** Undefined for a subscription. */
  reply?: FastifyReply;
  user: Principal | null;
  connection?: SubscriptionConnection;
}

/** Serves one schema for all features: queries and mutations by POST, subscriptions by WebSocket. */
export async function registerGraphql(
  app: FastifyInstance,
  services: Services,
  resolvers: readonly GraphqlResolvers[],
): Promise<void> {
  const schema = createGraphqlSchema(resolvers, (root, args, context) =>
    resolveAndCountDenials(services, root, args, context as GraphqlContext),
  );
  const allowsIntrospection = !services.env.isProduction;
  const authenticateUser = (authorization: unknown, affiliateId: unknown) =>
    authenticate(services.tokens, toHeaderText(authorization), toHeaderText(affiliateId));
  const prepare = createQueryCache(schema, { operations: ['query', 'mutation'], allowsIntrospection });

  app.route({
    method: 'POST',
    url: graphqlPath,
    bodyLimit: 256 * 1024,
    errorHandler: (error, request, reply) => sendErrors(request, reply, null, [error]),
    handler: async (request, reply) => {
      const user = await authenticateUser(
        getHeader(request, 'authorization'),
        getHeader(request, 'affiliate-id'),
      ).catch(countDenial(services, request, 'graphql'));
      const { query, variables, operationName } = parseShape(GraphqlRequest, request.body);
      const context: GraphqlContext = { request, reply, user };
      const prepared = prepare(query, operationName ?? undefined);
      if (!isCompiledQuery(prepared)) return sendErrors(request, reply, null, prepared.errors ?? []);
      const { data = null, errors } = await prepared.query(undefined, context, variables ?? {});
      if (errors !== undefined) return sendErrors(request, reply, data, errors);
      reply.header('cache-control', 'no-store');
      return { data };
    },
  });
  await registerSubscriptions(app, {
    path: graphqlPath,
    origin: services.env.BASE_URL,
    readDocument: (query) => parseDocument(schema, query, { operations: ['subscription'], allowsIntrospection }),
    schema,
    authenticateUser,
    rawClientId: services.env.NOTIFICATION_CLIENT_ID,
    authenticateRawUser: (authorization) => authenticateToken(services.tokens, toHeaderText(authorization)),
    onDenied: (request, authorization) => countDenial(services, request, 'graphql live', authorization),
    onSessionEnd: (sessionId, end) =>
      services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => {
        if (id === sessionId) end();
      }),
  });
}

type PrepareQuery = (query: string, operationName: string | undefined) => CompiledQuery | ExecutionResult;

/** Parses, checks and compiles each document once, and caches the result. */
function createQueryCache(schema: GraphQLSchema, rules: DocumentRules): PrepareQuery {
  const cache = new Map<string, CompiledQuery>();
  return (query, operationName) => {
    const name = operationName === undefined ? query : `${operationName}\n${query}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const document = parseDocument(schema, query, rules);
    if (!('kind' in document)) return { errors: document };
    // Handler results are typed by their contract. Checking every leaf again would double the cost.
    const prepared = compileQuery(schema, document, operationName, { disableLeafSerialization: true });
    if (!isCompiledQuery(prepared)) return prepared;
    for (const oldest of cache.keys()) {
      if (cache.size < maxCachedQueries) break;
      cache.delete(oldest);
    }
    cache.set(name, prepared);
    return prepared;
  };
}

function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  data: unknown,
  causes: readonly Error[],
): FastifyReply {
  const { status, retryAfterS, errors } = formatGraphqlErrors(causes, request);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply
    .status(data === null ? status : 200)
    .header('cache-control', 'no-store')
    .send({ data, errors });
}

/** Resolves a field and counts it if access was denied. */
async function resolveAndCountDenials(
  services: Services,
  root: RootField,
  input: unknown,
  context: GraphqlContext,
): Promise<unknown> {
  const call = `${root.kind} ${root.name}`;
  return resolveField(services, root, input, context).catch((reason: unknown) => {
    if (context.connection === undefined) return countDenial(services, context.request, call)(reason);
    // A WebSocket has its token from the first message, so its user is already known.
    services.securityEvents.count(context.request, call, context.user, reason);
    throw reason;
  });
}

/** Access, arguments, transaction, handler, output: the same steps as for a REST endpoint. */
async function resolveField(
  services: Services,
  { kind, field, handler }: RootField,
  input: unknown,
  { request, reply, user, connection }: GraphqlContext,
): Promise<unknown> {
  if (connection?.isRaw && field.allowsRawSession !== true) throw fail('access.denied');
  await authorize(services, request, field, user);
  const args = field.args ? parseInput(field.args, input) : {};
  const run = async (db: Context['db']) =>
    runAsCaller(request, user, () =>
      handler(
        createRequestContext(services, request, reply as FastifyReply, db, user as never) as never,
        args as never,
      ),
    );
  if (connection !== undefined)
    return trackStream(connection, (await run(services.database.db)) as AsyncIterable<unknown>);
  const result =
    kind === 'query' ? await run(services.database.db) : await services.database.inTransaction(request.id, run);
  // Results are validated in tests and development only. In production the schema alone selects the fields.
  if (!services.env.isProduction) field.output.parse(result);
  return result;
}

function toHeaderText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
