import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import * as z from 'zod';
import type { ArgsOf, GraphqlField, FieldReturnOf, GraphqlContract } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { authenticate, authenticateToken, authorize, getHeader } from '#platform/server/auth/access.ts';
import { preventCompression } from '#platform/server/http/compression.ts';
import { createRequestContext } from '#platform/server/http/endpoints.ts';
import { runAsCaller } from '#platform/server/auth/current-person.ts';
import type { Context, PlainContext, Services, UserFor } from '#platform/server/http/context.ts';
import { parseInput, parseShape } from '#platform/server/http/errors.ts';
import { createJsonReader, isPlainJsonRequest, type JsonBody } from '#platform/server/http/json-body.ts';
import { sendJson } from '#platform/server/http/send-json.ts';
import { countDenial } from '#platform/server/auth/security-event-counter.ts';
import { parseDocument } from './parse-document.ts';
import { formatGraphqlErrors } from './errors.ts';
import type { DocumentRules } from './limits.ts';
import { trackStream, type SubscriptionConnection } from './subscription-connection.ts';
import { registerSubscriptions } from './subscriptions.ts';
import { compileJsonPlan, type JsonField, type JsonPlan } from './json-plan.ts';
import { runJsonPlan } from './run-json-plan.ts';
import { createGraphqlSchema, listRootFields, type RootField } from './schema.ts';
import type { Selection } from '#platform/server/db/json-columns.ts';
import { sessionEndedChannel } from '#platform/server/auth/session-ended.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

const graphqlPath = '/api/graphql';
const maxBodyBytes = 256 * 1024;
/** The size of the cache of compiled documents. Our own pages have about a hundred. */
const maxCachedQueries = 1_000;
/** Every plan has prepared statements of its own, which PostgreSQL stores per connection. */
const maxJsonPlans = 300;

const GraphqlRequest = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  // The values are checked against the types of the document, and then against the contract.
  variables: z.custom<Record<string, unknown>>((value) => typeof value === 'object' && !Array.isArray(value)).nullish(),
});

/** The usual case of `GraphqlRequest`, which takes a tenth of the time to check. */
function isGraphqlRequest(body: unknown): body is z.output<typeof GraphqlRequest> {
  if (typeof body !== 'object' || body === null) return false;
  const { query, variables, operationName } = body as Record<string, unknown>;
  const hasName = operationName === undefined || typeof operationName === 'string';
  return typeof query === 'string' && hasName && (variables === undefined || isPlainObject(variables));
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/**
 * Fields that PostgreSQL answers with JSON text, prepared once for the selection of each document. A query returns null
 * if the ordinary handler must answer, which all of them have too.
 */
export type JsonFields<C extends GraphqlContract> = {
  [K in keyof C['queries']]?: (selection: Selection) => JsonFieldRunner<C['queries'][K], string | null> | null;
} & {
  [K in keyof C['mutations']]?: (selection: Selection) => JsonFieldRunner<C['mutations'][K], string> | null;
};
type JsonFieldRunner<F extends GraphqlField, Text> = (
  ctx: PlainContext<UserFor<F['access']>>,
  args: ArgsOf<F>,
) => Promise<Text>;

export interface GraphqlResolvers {
  contract: GraphqlContract;
  handlers: Record<string, (ctx: never, args: never) => unknown>;
  jsonFields?: Readonly<Record<string, JsonField | undefined>>;
}

export function defineResolvers<const C extends GraphqlContract>(
  contract: C,
  handlers: GraphqlHandlers<C>,
  jsonFields: JsonFields<C> = {},
): GraphqlResolvers {
  return {
    contract,
    handlers: handlers as GraphqlResolvers['handlers'],
    jsonFields: jsonFields as NonNullable<GraphqlResolvers['jsonFields']>,
  };
}

export interface GraphqlContext {
  request: FastifyRequest;
  /** Whether PostgreSQL can store all texts of the request. False if that is not known. */
  isStorable: boolean;
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
  const authenticateUser = async (authorization: unknown, affiliateId: unknown) =>
    authenticate(services.tokens, toHeaderText(authorization), toHeaderText(affiliateId));
  const authenticateRequest = (request: FastifyRequest) => {
    try {
      return authenticate(services.tokens, getHeader(request, 'authorization'), getHeader(request, 'affiliate-id'));
    } catch (error) {
      return countDenial(services, request, 'graphql')(error);
    }
  };
  const readJson = createJsonReader(app);
  const prepare = createQueryCache(schema, resolvers, { operations: ['query', 'mutation'], allowsIntrospection });

  app.route({
    method: 'POST',
    url: graphqlPath,
    bodyLimit: maxBodyBytes,
    errorHandler: (error, request, reply) => sendErrors(request, reply, null, [error]),
    onRequest: (request, reply, done) => {
      if (!isPlainJsonRequest(request, maxBodyBytes)) return done();
      readAndAnswer(request, reply).catch((error: Error) => reply.send(error));
    },
    handler: async (request, reply) => {
      await answer(request, reply, { value: request.body, isStorable: false });
      return reply;
    },
  });

  /** The steps that Fastify would take between its hook and the handler. */
  async function readAndAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = await readJson(request).catch((error: unknown) => {
      // The rest of the body must not be read as the next request.
      reply.header('connection', 'close');
      throw error;
    });
    await answer(request, reply, body);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, { value, isStorable }: JsonBody): Promise<void> {
    const user = authenticateRequest(request);
    const { query, variables, operationName } = isGraphqlRequest(value) ? value : parseShape(GraphqlRequest, value);
    const context: GraphqlContext = { request, isStorable, reply, user };
    const prepared = prepare(query, operationName ?? undefined, user !== null);
    if (!('compiled' in prepared)) return sendErrors(request, reply, null, prepared.errors ?? []);
    const { compiled, plan } = prepared;
    const text = plan === null ? null : await runJsonPlan(services, plan, context, variables ?? {});
    if (typeof text === 'string') return sendJson(request, reply, text);
    if (text !== null) return sendErrors(request, reply, null, text.errors);
    const { data = null, errors } = await compiled.query(undefined, context, variables ?? {});
    if (errors !== undefined) return sendErrors(request, reply, data, errors);
    reply.header('cache-control', 'no-store').send({ data });
  }

  await registerSubscriptions(app, {
    path: graphqlPath,
    origin: services.env.BASE_URL,
    readDocument: (query) => parseDocument(schema, query, { operations: ['subscription'], allowsIntrospection }),
    schema,
    authenticateUser,
    rawClientId: services.env.NOTIFICATION_CLIENT_ID,
    authenticateRawUser: async (authorization) => authenticateToken(services.tokens, toHeaderText(authorization)),
    onDenied: (request, authorization) => countDenial(services, request, 'graphql live', authorization),
    onSessionEnd: (sessionId, end) =>
      services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => {
        if (id === sessionId) end();
      }),
  });
}

interface PreparedQuery {
  compiled: CompiledQuery;
  /** Null if only the ordinary path can answer; undefined before a signed-in person has sent the document. */
  plan: JsonPlan | null | undefined;
  document: DocumentNode;
}
type PrepareQuery = (
  query: string,
  operationName: string | undefined,
  isSignedIn: boolean,
) => (PreparedQuery & { plan: JsonPlan | null }) | ExecutionResult;

/**
 * Parses, checks and compiles each document once, and caches the result. Strangers can send any number of documents, so
 * those that were not used for longest are dropped with their plans, and only documents of signed-in people get one.
 */
function createQueryCache(
  schema: GraphQLSchema,
  resolvers: readonly GraphqlResolvers[],
  rules: DocumentRules,
): PrepareQuery {
  const cache = new Map<string, PreparedQuery>();
  const roots = new Map(resolvers.flatMap(listRootFields).map((root) => [root.name, root]));
  let plans = 0;
  const planned = (prepared: PreparedQuery, isSignedIn: boolean) => {
    if (prepared.plan === undefined && isSignedIn && plans < maxJsonPlans) {
      prepared.plan = compileJsonPlan(schema, prepared.document, roots);
      if (prepared.plan !== null) plans++;
    }
    return { ...prepared, plan: prepared.plan ?? null };
  };
  return (query, operationName, isSignedIn) => {
    const name = operationName === undefined ? query : `${operationName}\n${query}`;
    const cached = cache.get(name);
    if (cached !== undefined) {
      cache.delete(name);
      cache.set(name, cached);
      return planned(cached, isSignedIn);
    }
    const document = parseDocument(schema, query, rules);
    if (!('kind' in document)) return { errors: document };
    // Handler results are typed by their contract. Checking every leaf again would double the cost.
    const compiled = compileQuery(schema, document, operationName, { disableLeafSerialization: true });
    if (!isCompiledQuery(compiled)) return compiled;
    for (const [oldest, { plan }] of cache) {
      if (cache.size < maxCachedQueries) break;
      cache.delete(oldest);
      if (plan) plans--;
    }
    const prepared: PreparedQuery = { compiled, plan: undefined, document };
    cache.set(name, prepared);
    return planned(prepared, isSignedIn);
  };
}

function sendErrors(request: FastifyRequest, reply: FastifyReply, data: unknown, causes: readonly Error[]): void {
  const { status, retryAfterS, errors } = formatGraphqlErrors(causes, request);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  reply
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
  { request, isStorable, reply, user, connection }: GraphqlContext,
): Promise<unknown> {
  if (connection?.isRaw && field.allowsRawSession !== true) throw fail('access.denied');
  await authorize(services, request, field, user);
  if (field.returnsSecret && reply !== undefined) preventCompression(reply);
  const args = field.args ? (isStorable ? parseShape : parseInput)(field.args, input) : {};
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
